import { createHash } from 'node:crypto';
import type { RouteRow } from './index-layout.js';

/** Hash of a label's own rows, in their order: texts and weights. */
export function rowsHash(rows: readonly RouteRow[], label: string): string {
  const own = rows.filter((row) => row.label === label).map(({ text, weight = 1 }) => [text, weight]);
  return createHash('sha256').update(JSON.stringify(own)).digest('hex').slice(0, 32);
}
