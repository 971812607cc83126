import autocannon, { type Tracker } from 'autocannon';
import type { JobEvents } from '../../kit/job-events.js';
import type { LoadOrder } from './load-order.js';
import { headersFor } from './probe.js';
import { Recorder } from './recorder.js';
import { steady } from './steady-client.js';

const LOOK_EVERY_MS = 100;
/** So long nobody may answer, while requests fail, before the target counts as dead. */
const DEAD_AFTER_MS = 1_000;

export interface Drive {
  recorder: Recorder;
  /** How long was measured, without the warm-up. */
  measured_ms: number;
  connections: number;
  /** When the target stopped answering, in seconds since the load began; null: it held out. */
  died_at_s: number | null;
}

/** Puts the load on `url` at `address` until the time is over or nothing answers any more. */
export async function drive(order: LoadOrder, url: URL, address: string, events: JobEvents): Promise<Drive> {
  const recorder = new Recorder();
  const connections = order.rate === null ? order.connections : Math.min(order.connections, order.rate);
  const total_s = order.warmup_s + order.duration_s;
  const started = performance.now();
  const elapsed = (): number => performance.now() - started;
  let warmEnd: number | null = null;
  let died_at_s: number | null = null;
  let saidSecond = 0;
  const watch = (tracker: Tracker): void => {
    if (warmEnd === null && elapsed() >= order.warmup_s * 1_000) {
      recorder.begin();
      warmEnd = elapsed();
    }
    const second = Math.floor(elapsed() / 1_000);
    if (second > saidSecond) {
      saidSecond = second;
      const rps = warmEnd === null ? null : Math.round(recorder.tick());
      events.step(rps === null ? ['预热', 'warm-up'] : [`压测 · ${rps} 次/秒`, `load · ${rps} req/s`], 2, 3);
      events.progress({ done: Math.min(second, Math.ceil(total_s)), total: Math.ceil(total_s), unit: ['秒', 's'] });
    }
    if (died_at_s === null && isDead(recorder, connections)) {
      died_at_s = ((recorder.lastAnswerAt ?? started) - started) / 1_000;
      tracker.stop();
    }
  };
  events.step(['压测', 'load'], 2, 3);
  await new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const tracker = autocannon(
      {
        url: urlAt(url, address),
        connections,
        duration: total_s,
        timeout: order.timeout_s,
        method: order.method,
        headers: headersFor(order, url),
        ...(order.body === null ? {} : { body: order.body }),
        ...(order.rate === null ? {} : { overallRate: order.rate }),
        servername: url.hostname,
        sampleInt: LOOK_EVERY_MS,
        setupClient: (client) => {
          const { insecure, timeout_s } = order;
          steady(client, { recorder, insecure, patience_ms: patience(order), timeout_ms: timeout_s * 1_000 });
        },
      },
      (error) => {
        clearInterval(timer);
        if (error) reject(error);
        else resolve();
      },
    );
    timer = setInterval(() => watch(tracker), LOOK_EVERY_MS);
    tracker.on('response', (_client, status, bytes, ms) => recorder.answer(status, bytes, ms));
  });
  if (died_at_s === null) events.progress({ done: Math.ceil(total_s), total: Math.ceil(total_s), unit: ['秒', 's'] });
  const measured_ms = warmEnd === null ? 0 : elapsed() - warmEnd;
  if (recorder.lastTickAt + 250 < measured_ms) recorder.tick();
  return { recorder, measured_ms, connections, died_at_s };
}

function isDead({ failuresSinceAnswer, lastAnswerAt }: Recorder, connections: number): boolean {
  if (failuresSinceAnswer < Math.max(5, connections)) return false;
  return lastAnswerAt === null || performance.now() - lastAnswerAt >= DEAD_AFTER_MS;
}

/** The strictest time limit, but not less than a second: an open request that is older is not merely cut off by the end. */
function patience({ limits, timeout_s }: LoadOrder): number {
  const asked = [limits.p95_ms, limits.p99_ms].filter((limit) => limit !== null);
  return Math.min(timeout_s * 1_000, Math.max(1_000, ...asked));
}

function urlAt(url: URL, address: string): string {
  const at = new URL(url);
  [at.username, at.password] = ['', ''];
  at.hostname = address.includes(':') ? `[${address}]` : address;
  return at.href;
}
