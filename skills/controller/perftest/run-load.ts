import type { JobEvents } from '../../kit/job-events.js';
import type { Verdict } from '../../kit/language.js';
import type { WorkflowInput } from '../../kit/workflow-input.js';
import { type Drive, drive } from './drive.js';
import { type Check, checkLimits, type Figures } from './limits.js';
import { type LoadOrder, readOrder } from './load-order.js';
import type { Note } from './notes.js';
import { probe } from './probe.js';
import type { Second, Totals } from './recorder.js';
import { sayUrl } from './target.js';

export interface Measured {
  figures: Figures;
  totals: Totals;
  seconds: readonly Second[];
  measured_ms: number;
  connections: number;
  bytes_per_s: number;
}

export interface Facts {
  verdict: Verdict;
  /** Null: what was asked could not be read. */
  order: LoadOrder | null;
  /** As it was driven in the end. */
  target: string | null;
  checks: readonly Check[];
  /** Null: no load was put on. */
  measured: Measured | null;
  notes: readonly Note[];
}

const MAX_ERRORS_SAID = 3;

export async function runLoad(input: WorkflowInput, events: JobEvents): Promise<Facts> {
  const order = readOrder(input);
  const target = sayUrl(order.url);
  events.step(['探测', 'probe'], 1, 3);
  const probed = await probe(order);
  if (!probed.ok) return { verdict: 'error', order, target, checks: [], measured: null, notes: [probed.note] };
  const driven = await drive(order, probed.url, probed.address, events);
  events.step(['判定', 'judge'], 3, 3);
  return judge(order, sayUrl(probed.url), driven, probed.notes);
}

/** `error`: nothing could be measured. `failed`: a limit does not hold, or the target died under the load. */
function judge(order: LoadOrder, target: string, driven: Drive, before: readonly Note[]): Facts {
  const measured = measuredBy(driven);
  const { figures, totals } = measured;
  const checks = checkLimits(order.limits, figures);
  const notes: Note[] = [...before];
  if (order.insecure && target.startsWith('https:')) notes.push({ code: 'insecure' });
  const { connections, rate } = order;
  if (rate !== null && driven.connections < connections) {
    notes.push({ code: 'fewer_connections', connections: driven.connections, rate });
  }
  const died = driven.died_at_s !== null;
  const answered = driven.recorder.everAnswered > 0 && (died || figures.requests > 0);
  const seconds = driven.measured_ms / 1_000;
  if (!answered) notes.push({ code: 'nothing_answered', seconds: order.warmup_s + seconds });
  else if (driven.died_at_s !== null) {
    notes.push({ code: 'died', after_s: driven.died_at_s, of_s: order.warmup_s + order.duration_s });
  }
  const reached = seconds === 0 ? 0 : totals.answers / seconds;
  if (rate !== null && answered && !died && reached < rate * 0.9) {
    notes.push({ code: 'rate_missed', rate, reached });
  }
  for (const { message, count } of totals.errors.slice(0, MAX_ERRORS_SAID)) notes.push({ code: 'saw', message, count });
  const verdict = !answered ? 'error' : died || checks.some(({ met }) => !met) ? 'failed' : 'passed';
  return { verdict, order, target, checks, measured, notes };
}

function measuredBy({ recorder, measured_ms, connections }: Drive): Measured {
  const totals = recorder.totals();
  const { latencies } = recorder;
  const seconds = measured_ms / 1_000;
  const failed = Object.values(totals.failures).reduce((sum, count) => sum + count, 0);
  const requests = totals.answers + failed;
  const at = (share: number) => rounded(latencies.percentile(share));
  return {
    figures: {
      requests,
      rps: seconds === 0 ? 0 : rounded(totals.ok / seconds),
      latency_ms:
        latencies.total === 0
          ? null
          : {
              ...{ p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) },
              ...{ max: rounded(latencies.max), mean: rounded(latencies.mean) },
            },
      error_rate: requests === 0 ? 0 : Number(((failed + totals.non_2xx) / requests).toFixed(6)),
    },
    totals,
    seconds: recorder.seconds,
    measured_ms: Math.round(measured_ms),
    connections,
    bytes_per_s: seconds === 0 ? 0 : Math.round(totals.bytes / seconds),
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(5));
}
