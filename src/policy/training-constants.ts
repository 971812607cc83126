import type { LearnerOptions } from './learner.js';

/** Chosen once on public training splits (bench/README.md), the same for every installation. */
export const TRAINING: LearnerOptions = { c: 1, positive: 20, epochs: 12, seed: 1 };

/** One column against the anchors: a small problem, settled sooner. */
export const COLUMN_TRAINING: LearnerOptions = { ...TRAINING, epochs: 6 };
