import { createHash } from 'node:crypto';
import type { Split } from './sample.js';

/** Frozen: chosen once so that each bucket gets about its share, before anything was trained. */
const SALT = 387;
const HOLDOUT_PERCENT = 20;
const EVAL_PERCENT = 15;

/** Parts of the training rows, so that each can be judged by weights that never saw it. */
export const FOLDS = 3;

export function foldOf(template: string): number {
  return createHash('sha256').update(`fold:${template}`).digest().readUInt32BE(0) % FOLDS;
}

/** Share of the foreign packages that training never installs: what is asked of them teaches the index what is asked of others. */
const STRANGER_PERCENT = 45;

export function isStranger(name: string): boolean {
  return percentOf(`stranger:${name}`) < STRANGER_PERCENT;
}

/** Where a template's rows belong, all of them together, whatever is added later. Foreign packages are split by name in the same way. */
export function splitOf(template: string): Split {
  const share = percentOf(`${SALT}:${template}`);
  if (share < HOLDOUT_PERCENT) return 'holdout';
  return share < HOLDOUT_PERCENT + EVAL_PERCENT ? 'sft_eval' : 'sft_train';
}

function percentOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % 100;
}
