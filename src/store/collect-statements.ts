import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const PASSES = 12;

/**
 * libsql keeps a database's files open, and its log unmerged, until the last prepared statement has been collected as garbage, and offers
 * no other way to end one. So closing collects, until `left` counts none: some milliseconds. At least once: a statement that failed is
 * not counted. What another thread still holds, as one that compiles does on a busy machine, is waited for: for a second in all.
 */
export async function collectStatements(left: () => number): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let pass = 0; pass === 0 || (pass < PASSES && left() > 0); pass += 1) {
    if (pass > 1) await pause(2 ** (pass - 2));
    collect();
    // Finalizers run in later turns: the database's own, then ours that counts.
    for (let turn = 0; turn < 2 || (turn < 10 && left() > 0); turn += 1) await nextTurn();
  }
}
