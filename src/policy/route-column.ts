import type { RouteRow } from './index-layout.js';
import { namedRows } from './rows-hash.js';

/** A column of the route index as it should be. */
export interface RouteColumn {
  readonly label: string;
  /** Names its rows. */
  readonly rows_hash: string;
  /** Names those of its rows that are many; null: none is. */
  readonly said: string | null;
  /** Its other rows. */
  readonly examples: readonly RouteRow[];
  /** All of them. Read only where the column has to be learnt: there may be thousands. */
  rows(): readonly RouteRow[];
}

/** All their rows, column by column. */
export function rowsOf(columns: readonly RouteColumn[]): RouteRow[] {
  return columns.flatMap((column) => [...column.rows()]);
}

/** Columns of the rows of a label each; without rows there is none. */
export function columnsOf(own: readonly (readonly RouteRow[])[]): RouteColumn[] {
  return own.flatMap((rows) => {
    const [first] = rows;
    return first === undefined
      ? []
      : [
          {
            label: first.label,
            ...namedRows(rows),
            examples: rows.filter(({ many }) => many !== true),
            rows: () => rows,
          },
        ];
  });
}
