import type { Controller } from '../controller/assemble.js';
import { withoutPairs } from '../controller/parameters/key-values.js';
import { isNamed } from '../controller/parameters/mentions.js';
import type { RouteScorer } from '../controller/policy.js';
import { isRunnable } from '../skills/is-runnable.js';
import { newestOfPackage } from '../store/earlier-jobs.js';
import type { StoredJob } from '../store/jobs.js';
import type { Tx } from '../store/tx.js';
import { longestOf } from './value-said.js';

/** Whose work a question how things are is about, as far as it says. */
export interface WorkNamed {
  /** The newest runs here of each type that is named, newest first. */
  readonly runs: readonly (readonly StoredJob[])[];
  /** The types that are named and have no run here. */
  readonly never_run: readonly string[];
}

const NOTHING_NAMED: WorkNamed = { runs: [], never_run: [] };

/**
 * By how much more than no text at all both the whole question and what it says besides asking have to fit a type, as scores of the route index; and how
 * near the best of those the others have to come, in both together, to be meant as well.
 */
const FITS = 0.45;
const NEAR = 0.2;
/** The same for a type that came with the product and has no run here: its words are also those of work of other types. */
const FITS_BUNDLED = 0.75;

/** So many of the newest runs of a type are looked at. */
const LOOKED_AT = 50;

/**
 * The work that a question names: by the names of its types, as they are written or in words, or else in the words of a single type. Where its words
 * fit several types it is that one of them which has run here. `recent`: the newest jobs here, of whatever type.
 */
export async function workNamed(
  tx: Tx,
  { environment_id, input }: { readonly environment_id: number; readonly input: string },
  { catalog, actions }: Pick<Controller, 'catalog' | 'actions'>,
  recent: readonly StoredJob[],
): Promise<WorkNamed> {
  const text = withoutPairs(input);
  const startable = [...catalog.types].flatMap(([type, pkg]) => (isRunnable(pkg) ? [type] : []));
  const known = [...new Set([...startable, ...recent.map((job) => job.package)])];
  const called = longestOf(known.filter((type) => isNamed(text, type)));
  const fits = called.length > 0 ? [] : fitting(text, new Set(startable), actions.routes);
  const types = called.length > 0 ? called : fits.map(({ type }) => type);
  const found = await Promise.all(types.map((type) => newestOfPackage(tx, environment_id, type, LOOKED_AT)));
  const runs = found.filter((jobs) => jobs.length > 0);
  const never_run = types.filter((_, at) => found[at]?.length === 0);
  if (called.length > 0) return { runs, never_run };
  if (runs.length > 0) return runs.length === 1 ? { runs, never_run: [] } : NOTHING_NAMED;
  const [only, ...others] = fits;
  if (only === undefined || others.length > 0) return NOTHING_NAMED;
  const enough = catalog.types.get(only.type)?.source === 'user' ? FITS : FITS_BUNDLED;
  return only.least >= enough ? { runs, never_run } : NOTHING_NAMED;
}

interface Fitting {
  readonly type: string;
  /** By how much the worse fitting of the two texts fits it. */
  readonly least: number;
  readonly both: number;
}

/** The types whose words a question uses besides those that ask how things are; none of them is much better than another. */
function fitting(text: string, types: ReadonlySet<string>, routes: Pick<RouteScorer, 'score' | 'beside'>): Fitting[] {
  const scoresOf = (said: string) => new Map(routes.score(said).routes.map(({ label, score }) => [label, score]));
  const [none, whole, beside] = [scoresOf(''), scoresOf(text), scoresOf(routes.beside(text, 'status'))];
  const fits = [...types].flatMap((type): Fitting[] => {
    const [least = 0, most = 0] = [whole, beside]
      .map((scores) => (scores.get(type) ?? 0) - (none.get(type) ?? 0))
      .sort((one, other) => one - other);
    return least < FITS ? [] : [{ type, least, both: least + most }];
  });
  const best = Math.max(...fits.map(({ both }) => both));
  return fits.filter(({ both }) => both >= best - NEAR);
}
