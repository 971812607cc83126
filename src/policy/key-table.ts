/** Open-addressing table from a feature's key to its row: pairs [key, row + 1], row + 1 = 0 where empty; linear probing, at most two thirds full. */
export type KeyTable = Uint32Array;

/** `keys[row]` is the key of that row; they are distinct. */
export function buildKeyTable(keys: Uint32Array): KeyTable {
  let slots = 16;
  while (slots * 2 < keys.length * 3) slots *= 2;
  return withKeys(keys, slots * 2);
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

/** Each key of these lists once, in order of first occurrence, and how many times it occurs. */
export function countKeys(lists: readonly Uint32Array[]): { readonly keys: Uint32Array; readonly counts: Uint32Array } {
  let [keys, counts] = [new Uint32Array(1024), new Uint32Array(1024)];
  let table = buildKeyTable(keys.subarray(0, 0));
  let size = 0;
  for (const list of lists) {
    for (let at = 0; at < list.length; at += 1) {
      const key = list[at] as number;
      const known = findRow(table, key);
      if (known >= 0) {
        counts[known] = (counts[known] as number) + 1;
        continue;
      }
      if (size === keys.length) [keys, counts] = [twice(keys), twice(counts)];
      keys[size] = key;
      counts[size] = 1;
      size += 1;
      // Half full at most, so that a search is short.
      if (size * 4 > table.length) table = withKeys(keys.subarray(0, size), table.length * 2);
      else insertKeys(table, keys.subarray(size - 1, size), size - 1);
    }
  }
  return { keys: keys.slice(0, size), counts: counts.slice(0, size) };
}

function withKeys(keys: Uint32Array, length: number): KeyTable {
  const table = new Uint32Array(length);
  insertKeys(table, keys, 0);
  return table;
}

function twice(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
