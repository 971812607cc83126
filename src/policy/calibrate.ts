import { areaUnderCurve } from './area-under-curve.js';
import type { Calibration } from './calibration.js';

/** One decision on a text the index was not trained on. */
export interface CalibrationSample {
  /** Score of the best label. */
  readonly score: number;
  readonly unknown_mass: number;
  readonly outcome: 'right' | 'wrong' | 'out_of_scope';
}

/** Share of out-of-scope texts that may pass the threshold. */
export const OUT_OF_SCOPE_PASSED = 0.2;
const UNKNOWN_WEIGHTS = Array.from({ length: 11 }, (_, at) => at / 10);

/**
 * Fits a calibration on decisions made on held-out texts, in and out of scope:
 * the unknown weight that separates the two best (area under the curve, in steps of 0.1); a logistic curve of "right" over the margin
 * (maximum likelihood, Newton); and as threshold the margin that `OUT_OF_SCOPE_PASSED` of the out-of-scope texts exceed.
 */
export function calibrate(samples: readonly CalibrationSample[]): Calibration {
  const marginsAt = (weight: number) => samples.map(({ score, unknown_mass }) => score - weight * unknown_mass);
  const outside = samples.map(({ outcome }) => outcome === 'out_of_scope');
  let best = { weight: 0, area: Number.NEGATIVE_INFINITY };
  for (const weight of UNKNOWN_WEIGHTS) {
    const margins = marginsAt(weight);
    const area = areaUnderCurve(
      margins.filter((_, at) => !outside[at]),
      margins.filter((_, at) => outside[at]),
    );
    if (area > best.area) best = { weight, area };
  }
  const margins = marginsAt(best.weight);
  const curve = fitLogistic(
    margins,
    samples.map(({ outcome }) => outcome === 'right'),
  );
  const refused = margins.filter((_, at) => outside[at]).sort((one, other) => one - other);
  const threshold = refused[Math.floor(refused.length * (1 - OUT_OF_SCOPE_PASSED))] ?? curve.midpoint;
  return {
    unknown_weight: best.weight,
    threshold: rounded(threshold),
    midpoint: rounded(curve.midpoint),
    temperature: rounded(curve.temperature),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** P(right | margin) = 1 / (1 + exp((midpoint − margin) / temperature)), with a faint pull of the slope towards 0 so that it stays finite. */
function fitLogistic(margins: readonly number[], right: readonly boolean[]): { midpoint: number; temperature: number } {
  let [slope, offset] = [1, 0];
  const ridge = 1e-3;
  for (let step = 0; step < 40; step += 1) {
    let [gradientSlope, gradientOffset, slopes, both, offsets] = [-ridge * slope, 0, ridge, 0, 1e-9];
    margins.forEach((margin, at) => {
      const chance = 1 / (1 + Math.exp(-(slope * margin + offset)));
      const error = (right[at] ? 1 : 0) - chance;
      const spread = chance * (1 - chance);
      gradientSlope += error * margin;
      gradientOffset += error;
      slopes += spread * margin * margin;
      both += spread * margin;
      offsets += spread;
    });
    const determinant = slopes * offsets - both * both;
    slope += (offsets * gradientSlope - both * gradientOffset) / determinant;
    offset += (slopes * gradientOffset - both * gradientSlope) / determinant;
  }
  return { midpoint: -offset / slope, temperature: 1 / slope };
}
