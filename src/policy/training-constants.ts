import type { LearnerOptions } from './learner.js';

/** Chosen once on public training splits (bench/README.md), the same for every installation. */
export const TRAINING: LearnerOptions = { c: 1, positive: 20, epochs: 6, seed: 1 };

/** `positive` of a row that is one of thousands: its class is large, and what contradicts it has to be heard. */
export const POSITIVE_OF_MANY = 2.5;

/** One column against the anchors: a small problem, settled sooner; more epochs gained nothing (bench/README.md). */
export const COLUMN_TRAINING: LearnerOptions = { ...TRAINING, epochs: 3 };

/**
 * What an error on a row that is one of thousands costs, against 1 for an example: together they would otherwise leave a package of ten examples no
 * words of its own.
 */
export const COST_OF_MANY = 0.25;

/** An n-gram that fewer rows hold, none of them an example, is noise: two fifths of a file and nothing gained (bench/README.md). */
export const LEAST_OF_MANY = 3;

/** Labels that can be added to an index before its weights have to be laid out anew. A whole build follows each addition soon after. */
export const SPARE_COLUMNS = 4;
