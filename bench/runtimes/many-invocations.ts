import type { Measure, Measurement } from '../measurement.js';
import { inProject } from '../project.js';
import { paperRoom } from './paper-agent.js';

const AT_ONCE = 100;
const SECONDS = 3;
const LOOK_EVERY_MS = 25;
const MB = 1024 * 1024;

/** How much this process grows while it holds a hundred calls of agents at once. */
export const manyInvocations: Measure = { name: 'many-invocations', run: () => inProject(measure) };

async function measure(dir: string): Promise<Measurement[]> {
  const room = await paperRoom(dir);
  try {
    // What one call loads is there before it counts.
    await (await room.invoke(0)).gone;
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const look = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, LOOK_EVERY_MS);
    const started = performance.now();
    const calls = await Promise.all(Array.from({ length: AT_ONCE }, () => room.invoke(SECONDS)));
    const ends = await Promise.all(calls.map(({ result }) => result));
    await Promise.all(calls.map(({ gone }) => gone));
    clearInterval(look);
    const completed = ends.filter(({ status }) => status === 'completed').length;
    if (completed !== AT_ONCE) throw new Error(`only ${completed} of ${AT_ONCE} calls completed`);
    return [
      {
        name: 'many-invocations',
        what: `${AT_ONCE} calls of agents at once: growth of the process that holds them`,
        value: (peak - before) / MB,
        unit: 'MB',
        target: 64,
        detail: `from ${Math.round(before / MB)} to ${Math.round(peak / MB)} MB; all had ended after ${((performance.now() - started) / 1000).toFixed(1)} s`,
      },
    ];
  } finally {
    await room.close();
  }
}
