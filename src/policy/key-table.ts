/** Open-addressing table from a feature's key to its row: pairs [key, row + 1], row + 1 = 0 where empty; linear probing, at most two thirds full. */
export type KeyTable = Uint32Array;

/** `keys[row]` is the key of that row; they are distinct. */
export function buildKeyTable(keys: Uint32Array): KeyTable {
  let slots = 16;
  while (slots * 2 < keys.length * 3) slots *= 2;
  const table = new Uint32Array(slots * 2);
  insertKeys(table, keys, 0);
  return table;
}

/** The same table with more keys, for the rows after the first `rows`. */
export function growKeyTable(table: KeyTable, rows: number, fresh: Uint32Array): KeyTable {
  if ((rows + fresh.length) * 3 <= table.length) {
    const copy = table.slice();
    insertKeys(copy, fresh, rows);
    return copy;
  }
  const keys = new Uint32Array(rows + fresh.length);
  for (let slot = 0; slot < table.length; slot += 2) {
    const row = table[slot + 1] as number;
    if (row !== 0) keys[row - 1] = table[slot] as number;
  }
  keys.set(fresh, rows);
  return buildKeyTable(keys);
}

function insertKeys(table: KeyTable, keys: Uint32Array, firstRow: number): void {
  const mask = table.length / 2 - 1;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as number;
    let slot = key & mask;
    while (table[slot * 2 + 1] !== 0) slot = (slot + 1) & mask;
    table[slot * 2] = key;
    table[slot * 2 + 1] = firstRow + at + 1;
  }
}

/** The row of a key, or -1. */
export function findRow(table: KeyTable, key: number): number {
  const mask = table.length / 2 - 1;
  for (let slot = key & mask; ; slot = (slot + 1) & mask) {
    const row = table[slot * 2 + 1] as number;
    if (row === 0) return -1;
    if (table[slot * 2] === key) return row - 1;
  }
}
