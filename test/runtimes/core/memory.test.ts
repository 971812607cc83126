import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { RuntimeEvent } from '../../../src/runtimes/events.js';
import { withRoom } from './room.js';
import { exited, STOPPED, scriptedDriver } from './scripted-driver.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapMb(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

it('a run takes as much memory at its end as at its beginning, however much it says', async () => {
  const heaps: number[] = [];
  const events = (async function* (): AsyncGenerator<RuntimeEvent> {
    for (let index = 0; index < 30_000; index += 1) {
      if (index % 10_000 === 5_000) heaps.push(heapMb());
      yield { type: 'text', text: `a line of what it says, number ${index}\n` };
      yield { type: 'status', status: 'working', detail: 'x'.repeat(500) };
    }
    yield { type: 'completed', content: 'done' };
  })();
  const createOneShot = () => ({
    launched: Promise.resolve(null),
    events,
    exit: Promise.resolve(exited(0)),
    stop: async () => STOPPED,
  });
  await withRoom(scriptedDriver({}, { createOneShot }), async ({ runtimes, call }) => {
    const { result, gone } = await runtimes.invoke(call());
    expect(await result).toMatchObject({ status: 'completed' });
    await gone;
  });
  const [first = 0, , last = 0] = heaps;
  expect(last - first).toBeLessThan(3);
});
