/** Open-addressing table from a feature's key to its row: pairs [key, row + 1], row + 1 = 0 where empty; linear probing, at most half full. */
export type KeyTable = Uint32Array;

export function buildKeyTable(keys: Uint32Array): KeyTable {
  let slots = 16;
  while (slots < keys.length * 2) slots *= 2;
  const table = new Uint32Array(slots * 2);
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] as number;
    let slot = key & (slots - 1);
    while (table[slot * 2 + 1] !== 0) slot = (slot + 1) & (slots - 1);
    table[slot * 2] = key;
    table[slot * 2 + 1] = row + 1;
  }
  return table;
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

/** The keys by row: the inverse of `buildKeyTable`. */
export function keysByRow(table: KeyTable, rows: number): Uint32Array {
  const keys = new Uint32Array(rows);
  for (let slot = 0; slot < table.length; slot += 2) {
    const row = table[slot + 1] as number;
    if (row !== 0) keys[row - 1] = table[slot] as number;
  }
  return keys;
}
