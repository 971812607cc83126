import type { Calibration } from './calibration.js';

/** The calibration shipped for the route index. */
export const SHIPPED_CALIBRATION: Calibration = {
  unknown_weight: 0.6,
  threshold: -0.45,
  midpoint: -0.45,
  temperature: 0.2,
};
