import type { RouteScores } from './score.js';

/** How a margin becomes a confidence, and where a route is safe to take. */
export interface Calibration {
  /** Routes with a lower margin are not taken without asking. */
  readonly threshold: number;
  /** Margin at which a route is right half of the time. */
  readonly midpoint: number;
  /** Margin units per unit of log-odds. */
  readonly temperature: number;
}

/** The number a route is judged by: how far inside its own region the best label puts the text. No label: −∞. */
export function margin({ routes }: RouteScores): number {
  return routes[0]?.score ?? Number.NEGATIVE_INFINITY;
}

/** Probability, 0..1, that a route of this margin is the right one. */
export function confidence(margin: number, { midpoint, temperature }: Calibration): number {
  return 1 / (1 + Math.exp((midpoint - margin) / temperature));
}
