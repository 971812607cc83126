import { describe, expect, it } from 'vitest';
import { areaUnderCurve } from '../../src/policy/area-under-curve.js';
import { type CalibrationSample, calibrate } from '../../src/policy/calibrate.js';
import { confidence, margin, SHIPPED_CALIBRATION } from '../../src/policy/route-index.js';

/** Scores −1…1: right with a chance that grows with the score; out of scope below 0 on the whole. */
function samples(): CalibrationSample[] {
  return Array.from({ length: 400 }, (_, at) => {
    const score = (at - 200) / 200;
    const turn = (at * 7) % 10;
    if (at % 2 === 0) return { score: score - 0.3, unknown_mass: 0.6, outcome: 'out_of_scope' as const };
    return { score, unknown_mass: 0.1, outcome: turn / 10 < (score + 1) / 2 ? ('right' as const) : ('wrong' as const) };
  });
}

describe('calibration', () => {
  it('puts the threshold where a fifth of what is out of scope passes', () => {
    const fitted = calibrate(samples());
    const outside = samples().filter(({ outcome }) => outcome === 'out_of_scope');
    const passed = outside.filter((each) => each.score - fitted.unknown_weight * each.unknown_mass >= fitted.threshold);
    expect(passed.length / outside.length).toBeCloseTo(0.2, 1);
  });

  it('makes unknown words speak against a route where they tell scope apart', () => {
    expect(calibrate(samples()).unknown_weight).toBeGreaterThan(0);
  });

  it('gives a confidence that grows with the margin, half at the midpoint', () => {
    const fitted = calibrate(samples());
    expect(confidence(fitted.midpoint, fitted)).toBe(0.5);
    expect(confidence(2, fitted)).toBeGreaterThan(confidence(0, fitted));
    expect(fitted.temperature).toBeGreaterThan(0);
  });

  it('stays finite where right and wrong are apart altogether', () => {
    const { midpoint, temperature } = calibrate([
      { score: 1, unknown_mass: 0, outcome: 'right' },
      { score: -1, unknown_mass: 0, outcome: 'out_of_scope' },
    ]);
    expect(Number.isFinite(midpoint)).toBe(true);
    expect(temperature).toBeGreaterThan(0);
  });

  it('has no confidence in a ranking without routes', () => {
    expect(confidence(margin({ routes: [], unknown_mass: 1 }, SHIPPED_CALIBRATION), SHIPPED_CALIBRATION)).toBe(0);
  });
});

describe('the area under the curve', () => {
  it('is 1 apart, 0 reversed, a half when all are equal', () => {
    expect(areaUnderCurve([3, 4], [1, 2])).toBe(1);
    expect(areaUnderCurve([1, 2], [3, 4])).toBe(0);
    expect(areaUnderCurve([1, 1], [1])).toBe(0.5);
  });
});
