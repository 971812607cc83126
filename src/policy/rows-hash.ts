import { createHash } from 'node:crypto';
import type { RouteRow } from './index-layout.js';
import { POSITIVE_OF_MANY, TRAINING } from './training-constants.js';

/** How an index learns. One that was learnt otherwise, by another version, is as out of date as one of other rows. */
const LEARNT = JSON.stringify([TRAINING, POSITIVE_OF_MANY]);

/** Hash of one label's rows, in their order, and of how they are learnt: all that training makes of them. */
export function rowsHash(own: readonly RouteRow[]): string {
  const content = own.map(({ text, weight = 1, many = false }) => (many ? [text, weight, many] : [text, weight]));
  return createHash('sha256').update(LEARNT).update(JSON.stringify(content)).digest('hex').slice(0, 32);
}
