import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { routeColumns } from '../../src/controller/route-columns.js';
import { columnHash, INTENTS, rowsHash, saidHash } from '../../src/policy/route-index.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { shippedPolicy } from '../../src/training/registry.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

it('names every column of what ships by its rows, without reading those that people said', async () => {
  const catalog = await readCatalog({ bundled: join(ROOT, 'skills'), user: null }, { strict: true });
  const policy = await shippedPolicy({ shipped: join(ROOT, 'assets', 'policy') });
  const unread = () => {
    throw new Error('read to name a column');
  };
  expect(routeColumns(catalog, { said: policy.said, utterances: unread })).toHaveLength(
    catalog.types.size + INTENTS.length,
  );
  const columns = routeColumns(catalog, policy);
  for (const { label, rows_hash, rows } of columns) expect(rows_hash, label).toBe(rowsHash(rows()));
});

it('a column is another one as soon as an example or what people said is', () => {
  const examples = [{ label: 'a', text: 'one' }];
  const many = [{ label: 'a', text: 'two', many: true }] as const;
  const name = columnHash(examples, saidHash(many));
  expect(rowsHash([...examples, ...many])).toBe(name);
  expect(columnHash(examples, saidHash([{ label: 'a', text: 'three', many: true }]))).not.toBe(name);
  expect(columnHash([], saidHash(many))).not.toBe(name);
  expect(columnHash(examples, null)).not.toBe(name);
});
