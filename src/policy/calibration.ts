import type { RouteScores } from './score.js';

/** How a route's score becomes a margin, a margin a confidence, and from where on a route is taken. */
export interface Calibration {
  /** Taken off the score per unit of unknown mass: words nobody ever used speak against every route. */
  readonly unknown_weight: number;
  /** Routes with a lower margin are not taken without asking. */
  readonly threshold: number;
  /** Margin at which a route is right half of the time. */
  readonly midpoint: number;
  /** Margin units per unit of log-odds. */
  readonly temperature: number;
}

/** The number a route is judged by: the best label's score less what is unknown. No label: −∞. */
export function margin(
  { routes, unknown_mass }: Pick<RouteScores, 'routes' | 'unknown_mass'>,
  { unknown_weight }: Calibration,
): number {
  const best = routes[0];
  return best === undefined ? Number.NEGATIVE_INFINITY : best.score - unknown_weight * unknown_mass;
}

/** Probability, 0..1, that a route of this margin is the right one. */
export function confidence(margin: number, { midpoint, temperature }: Calibration): number {
  return 1 / (1 + Math.exp((midpoint - margin) / temperature));
}
