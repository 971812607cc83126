import type { RouteRow } from '../policy/route-index.js';

/** Own rows of one column that are learnt while somebody waits, at most. */
const MOST_ROWS = 250;
/** And of all of them together, as long as that leaves each LEAST_ROWS. */
const MOST_IN_ALL = 2_500;
const LEAST_ROWS = 20;

/** What is learnt of each of these columns while somebody waits: all its rows, or where they are very many a part of them. */
export function fewRowsEach(columns: readonly (readonly RouteRow[])[]): (readonly RouteRow[])[] {
  const counts = columns.map((rows) => Math.min(ownOf(rows).length, MOST_ROWS));
  const fits = counts.reduce((sum, count) => sum + count, 0) <= MOST_IN_ALL;
  const most = fits ? MOST_ROWS : Math.max(LEAST_ROWS, Math.floor(MOST_IN_ALL / columns.length));
  return columns.map((rows) => fewRows(rows, most));
}

const ownOf = (rows: readonly RouteRow[]) => rows.filter(({ many }) => many !== true);

/** At most `most` of a column's own rows, spread evenly from the first to the last. The policy's utterances all stay. */
export function fewRows(rows: readonly RouteRow[], most: number): readonly RouteRow[] {
  const own = ownOf(rows);
  if (own.length <= most) return rows;
  const step = (own.length - 1) / (most - 1);
  const kept = Array.from({ length: most }, (_, at) => own[Math.round(at * step)] as RouteRow);
  return [...kept, ...rows.filter(({ many }) => many === true)];
}
