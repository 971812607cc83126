import { createHash } from 'node:crypto';
import type { RouteRow } from './index-layout.js';

/** Names one column's rows, in their order: all that training makes of them. */
export function namedRows(own: readonly RouteRow[]): { readonly rows_hash: string; readonly said: string | null } {
  const many = own.filter((row) => row.many === true);
  const examples = own.filter((row) => row.many !== true);
  const said = many.length === 0 ? null : saidHash(many);
  return { rows_hash: columnHash(examples, said), said };
}

/** The same, without which of them are many. */
export function rowsHash(own: readonly RouteRow[]): string {
  return namedRows(own).rows_hash;
}

/** The same of its examples and of the name of its many rows (`saidHash`), which need not be read for it. */
export function columnHash(examples: readonly RouteRow[], said: string | null): string {
  return hashOf([contentOf(examples), said]);
}

/** Names the many rows of one column. */
export function saidHash(many: readonly RouteRow[]): string {
  return hashOf(contentOf(many));
}

function contentOf(rows: readonly RouteRow[]): unknown[] {
  return rows.map(({ text, weight = 1 }) => [text, weight]);
}

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}
