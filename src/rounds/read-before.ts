import type { Bound, Unbound } from '../controller/parameters/bind.js';
import { keyValues } from '../controller/parameters/key-values.js';
import type { CarriedFact, PendingQuestion, ReadBefore } from '../environment/types.js';
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
  const said = saidIn(input, params_schema);
  const isMeant = (name: string) =>
    before.names === 'found' ? sources[name] === 'request' : before.names.includes(name);
  const names = Object.keys(params).filter((name) => isMeant(name) && !said.has(name));
  return names.length === 0 ? null : { round_id: before.round_id, names };
}

/** What an answered question had carried over and the answer leaves as it was. */
export function stillCarried(
  carried: readonly CarriedFact[],
  { params_schema }: Package,
  { params }: Pick<Bound | Unbound, 'params'>,
  input: string,
): CarriedFact[] {
  if (carried.length === 0) return [];
  const said = saidIn(input, params_schema);
  return carried.filter(({ name }) => Object.hasOwn(params, name) && !said.has(name));
}

/** The parameters that a text says. */
function saidIn(text: string, schema: Package['params_schema']): Set<string> {
  return new Set([...keyValues(text).keys(), ...extractAll(schema, text).values.keys()]);
}
