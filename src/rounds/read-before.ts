import type { Bound, Unbound } from '../controller/parameters/bind.js';
import { keyValues } from '../controller/parameters/key-values.js';
import type { PendingQuestion, ReadBefore } from '../environment/types.js';
import { extractAll } from '../skills/extract-all.js';
import type { Package } from '../skills/package.js';

/** What an answer goes on with of a request that was not made for the type that is now to be started; null: it was made for it. */
export function readBefore({ kind, round_id, read_before }: PendingQuestion): ReadBefore | null {
  return read_before ?? (kind === 'choice' ? { round_id, names: 'found' } : null);
}

/** The parameters it is, once they are bound: without those that the input says itself. Null: none. */
export function foundBefore(
  before: ReadBefore | null,
  { params_schema }: Package,
  { params, sources }: Pick<Bound | Unbound, 'params' | 'sources'>,
  input: string,
): { round_id: number; names: string[] } | null {
  if (before === null) return null;
  const said = new Set([...keyValues(input).keys(), ...extractAll(params_schema, input).values.keys()]);
  const isMeant = (name: string) =>
    before.names === 'found' ? sources[name] === 'request' : before.names.includes(name);
  const names = Object.keys(params).filter((name) => isMeant(name) && !said.has(name));
  return names.length === 0 ? null : { round_id: before.round_id, names };
}
