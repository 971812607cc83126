import { expect, it } from 'vitest';
import { type Attempt, attemptHere } from '../../src/skills/attempt.js';
import { threadCpuMs } from '../../src/skills/thread-cpu.js';
import { NOT_KNOWN, TOO_SLOW, withinTime } from '../../src/skills/within-time.js';

it.each<[string, (number | 'done')[], unknown, number[]]>([
  ['is done', ['done'], 'value', [100]],
  ['was stopped once by a pause', [2, 'done'], 'value', [100, 1600]],
  ['seemed slow once', [100, 'done'], 'value', [100, 100]],
  ['is slow twice', [97, 103], TOO_SLOW, [100, 100]],
  ['is slow twice on a busy computer', [25, 120, 90], TOO_SLOW, [100, 500, 500]],
  ['is slow only once on a busy computer', [25, 120, 50], NOT_KNOWN, [100, 500, 500]],
  ['never had its time', [0, 0, 0], NOT_KNOWN, [100, 1600, 1600]],
])('judges work that %s by the processor time it had', (_, had, verdict, walls) => {
  const asked: number[] = [];
  const left = [...had];
  const attempt: Attempt = (wall_ms, work) => {
    asked.push(wall_ms);
    const next = left.shift() ?? 'done';
    return next === 'done' ? { stopped: false, value: work(), cpu_ms: 1 } : { stopped: true, cpu_ms: next };
  };
  expect(withinTime(100, () => 'value', attempt)).toBe(verdict);
  expect(asked).toEqual(walls);
});

it('throws what the work throws, and tells the processor time of this thread', () => {
  const work = () => {
    throw new RangeError('out of range');
  };
  expect(() => withinTime(100, work)).toThrow(RangeError);
  const before = threadCpuMs();
  const tried = attemptHere(10_000, () => {
    while (threadCpuMs() - before < 20);
    return 'burnt';
  });
  expect(tried).toMatchObject({ stopped: false, value: 'burnt' });
  expect(tried.cpu_ms).toBeGreaterThan(10);
});
