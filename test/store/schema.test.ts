import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Connection } from '../../src/store/connection.js';
import { MIGRATIONS, upgrade } from '../../src/store/migrations/upgrade.js';
import { openStore } from '../../src/store/open.js';
import { SCHEMA_VERSION } from '../../src/store/schema-version.js';
import { readVersion } from '../../src/store/version.js';
import { workspace } from '../harness/workspace.js';

async function closed(connection: Connection): Promise<void> {
  connection.close();
  await connection.released();
}

it('ends up with the schema of the golden file', async () => {
  const file = join(await workspace(), 'store.db');
  await (await openStore(file)).close();
  const connection = new Connection(file, 100);
  const rows = connection.all('select sql from sqlite_schema where sql is not null order by type desc, name');
  await closed(connection);
  const dump = (rows as { sql: string }[]).map(({ sql }) => `${sql};\n`).join('\n');
  await expect(dump).toMatchFileSnapshot('golden/schema.sql');
});

it('knows as many migrations as its version says', () => {
  expect(MIGRATIONS).toHaveLength(SCHEMA_VERSION);
});

it('runs the missing migrations only, once, in order', async () => {
  const file = join(await workspace(), 'store.db');
  const connection = new Connection(file, 100);
  const migrations = ['create table a (x)', 'alter table a add column y', 'insert into a values (1, 2)'];
  await upgrade(connection, file, { waitMs: 100, migrations: migrations.slice(0, 1) });
  expect(readVersion(connection).version).toBe(1);
  await upgrade(connection, file, { waitMs: 100, migrations });
  await upgrade(connection, file, { waitMs: 100, migrations });
  expect(readVersion(connection).version).toBe(3);
  expect(connection.all('select * from a')).toEqual([{ x: 1, y: 2 }]);
  await closed(connection);
});

it('keeps the old schema whole when a migration fails', async () => {
  const file = join(await workspace(), 'store.db');
  const connection = new Connection(file, 100);
  await upgrade(connection, file, { waitMs: 100, migrations: ['create table a (x)'] });
  const broken = ['create table a (x)', 'create table b (x)', 'insert into missing values (1)'];
  await expect(upgrade(connection, file, { waitMs: 100, migrations: broken })).rejects.toThrow('missing');
  expect(readVersion(connection).version).toBe(1);
  expect(connection.all("select name from sqlite_schema where type = 'table'")).toEqual([{ name: 'a' }]);
  await closed(connection);
});
