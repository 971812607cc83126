import { createHash } from 'node:crypto';
import type { RouteRow } from './index-layout.js';

/** Hash of one label's rows, in their order: all that training makes of them. */
export function rowsHash(own: readonly RouteRow[]): string {
  const content = own.map(({ text, weight = 1, many = false }) => (many ? [text, weight, many] : [text, weight]));
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}
