import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { readBoundedBytes } from '../../config/bounded-file.js';
import { type RouteRow, serialize, trainIndex } from '../../policy/route-index.js';
import { MAX_BYTES, rowsFile, writeAtomically } from '../route-index-cache.js';
import { withLock } from './lock.js';

/**
 * `node reindex.js INDEX_FILE`: builds the index anew from the rows beside it, at the lowest priority, one such process at a time. It ends by
 * itself, since the rows are finite and it waits for nothing. Rows that another process ordered meanwhile are built too.
 */
const MAX_BUILDS = 4;

const [, , indexFile = ''] = process.argv;
setPriority(constants.priority.PRIORITY_LOW);
withLock(`${indexFile}.lock`, () => {
  for (let build = 0; build < MAX_BUILDS; build += 1) {
    const rows = read(rowsFile(indexFile));
    if (rows === null) return;
    const index = trainIndex(JSON.parse(rows) as RouteRow[]);
    if (read(rowsFile(indexFile)) !== rows) continue;
    writeAtomically(indexFile, serialize(index));
    rmSync(rowsFile(indexFile), { force: true });
  }
});

function read(file: string): string | null {
  const found = readBoundedBytes(file, MAX_BYTES);
  return found.ok ? found.bytes.toString('utf8') : null;
}
