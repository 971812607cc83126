import { join } from 'node:path';
import { routeColumns } from './controller/route-columns.js';
import { readIndex, writeAtomically } from './controller/route-index-cache.js';
import { packageRoot } from './package-root.js';
import { rowsOf, serialize, trainIndex } from './policy/route-index.js';
import { readCatalog } from './skills/read-catalog.js';
import { shippedPolicy } from './training/registry.js';

/** `node bundled-index.js`: part of the build. Makes dist/route-index, what every installation begins with, unless it is as it should be. */
const root = packageRoot();
const file = join(root, 'dist', 'route-index');
const catalog = await readCatalog({ bundled: join(root, 'skills'), user: null }, { strict: true });
const policy = await shippedPolicy({ shipped: join(root, 'assets', 'policy') });
const columns = routeColumns(catalog, policy);
const made = readIndex(file)?.labels.map(({ rows_hash }) => rows_hash) ?? [];
const wanted = columns.map(({ rows_hash }) => rows_hash);
if (made.length !== wanted.length || wanted.some((hash) => !made.includes(hash))) {
  if (!writeAtomically(file, serialize(trainIndex(rowsOf(columns))))) throw new Error(`${file} cannot be written`);
}
