import { describe, expect, it } from 'vitest';
import { effectiveLimits } from '../../src/jobs/command.js';
import { LimitClock } from '../../src/jobs/supervisor/limit-clock.js';

const LIMITS = { wall_ms: 10_000, idle_ms: 3_000, output_bytes: 100 };
/** A moment `ms` after the start, the wall clock set by `jump`. */
const at = (ms: number, jump = 0) => ({ monotonic: 500 + ms, wall: 1_000_000 + ms + jump });

describe('limits', () => {
  it('pass one after the other', () => {
    const clock = new LimitClock(LIMITS, at(0), 1_010_000);
    expect(clock.check(at(1_000), 10)).toBeNull();
    expect(clock.check(at(3_900), 10)).toBeNull();
    expect(clock.check(at(4_000), 10)).toBe('idle_limit');
    expect(clock.check(at(4_000), 11)).toBeNull();
    expect(clock.check(at(5_000), 101)).toBe('output_limit');
    expect(clock.check(at(10_000), 12)).toBe('wall_limit');
  });

  it('do not pass because somebody set the clock', () => {
    const clock = new LimitClock(LIMITS, at(0), 1_010_000);
    expect(clock.check(at(1_000, 3_600_000), 1)).toBeNull();
    expect(clock.movedDue(at(1_000, 3_600_000))?.getTime()).toBe(1_010_000 + 3_600_000);
    expect(clock.movedDue(at(1_100, 3_600_000))).toBeNull();
    expect(clock.movedDue(at(2_000, -3_600_000))?.getTime()).toBe(1_010_000 - 3_600_000);
    expect(clock.check(at(10_000, -3_600_000), 2)).toBe('wall_limit');
  });

  it('do not take drift for a jump', () => {
    const clock = new LimitClock(LIMITS, at(0), 1_010_000);
    expect(clock.movedDue(at(1_000, 400))).toBeNull();
  });

  it('go on where a dead supervisor left them', () => {
    const clock = new LimitClock(LIMITS, at(0), 1_002_000);
    expect(clock.check(at(1_000), 1)).toBeNull();
    expect(clock.check(at(2_000), 2)).toBe('wall_limit');
    expect(new LimitClock(LIMITS, at(0), 990_000).check(at(0), 0)).toBe('wall_limit');
  });

  it('are never absent: nothing, zero and nonsense mean the defaults', () => {
    const defaults = { wall_ms: 3_600_000, idle_ms: 600_000, output_bytes: 1_073_741_824 };
    expect(effectiveLimits({})).toEqual(defaults);
    expect(effectiveLimits({ wall_ms: 0, idle_ms: -1, output_bytes: Number.NaN })).toEqual(defaults);
    expect(effectiveLimits({ wall_ms: Number.POSITIVE_INFINITY })).toEqual(defaults);
    expect(effectiveLimits({ wall_ms: 5 }).wall_ms).toBe(5);
  });
});
