import type { Calibration } from './calibration.js';

/**
 * The calibration shipped for the route index, fitted by `calibrate` on 18,000 held-out decisions of installations of 8–100 labels with 10–50
 * examples each, played with CLINC150's training split alone (its labels left out in turn are what is out of scope):
 * `npm run bench:routing -- --train clinc150_train.jsonl --calibrate`.
 */
export const SHIPPED_CALIBRATION: Calibration = {
  unknown_weight: 0.3,
  threshold: -0.262,
  midpoint: -0.034,
  temperature: 0.21,
};

/** sha256 of the file the calibration came from. */
export const CALIBRATION_DATA_SHA256 = '0d83f1b474812635e34edc8d3fae452aeeea6c723fa749b06800243b7214c7b2';
