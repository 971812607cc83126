import type Libsql from 'libsql';
import { whileBusy } from '../busy-wait.js';
import { APPLICATION_ID } from '../schema-version.js';
import { StoreForeignError, StoreIoError } from '../store-errors.js';
import { readVersion } from '../version.js';
import { first } from './0001-first.js';

/** In order; a migration, once released, never changes. The position is the number. */
export const MIGRATIONS: readonly string[] = [first];

/** Brings the database to the newest schema: all missing migrations in one transaction. Several processes may do it at once. */
export async function upgrade(
  database: Libsql.Database,
  file: string,
  options: { waitMs: number; migrations?: readonly string[] },
): Promise<void> {
  const migrations = options.migrations ?? MIGRATIONS;
  if (readVersion(database).version === 0 && hasTables(database)) throw new StoreForeignError(file);
  await whileBusy(options.waitMs, () => useWal(database, file));
  await whileBusy(options.waitMs, () => {
    database.exec('begin immediate');
    try {
      const from = readVersion(database).version;
      for (const migration of migrations.slice(from)) database.exec(migration);
      if (from < migrations.length) {
        database.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${migrations.length}`);
      }
      database.exec('commit');
    } catch (error) {
      if (database.inTransaction) database.exec('rollback');
      throw error;
    }
  });
}

function hasTables(database: Libsql.Database): boolean {
  // The snapshot may be newer than the version read before it: then the tables are ours.
  const rows = database
    .prepare("select 1 from sqlite_schema where type = 'table' and (select user_version from pragma_user_version) = 0")
    .all();
  return rows.length > 0;
}

function useWal(database: Libsql.Database, file: string): void {
  const [row] = database.prepare('pragma journal_mode = wal').all() as { journal_mode: string }[];
  if (row?.journal_mode !== 'wal') throw new StoreIoError(file, 'its file system offers no shared memory for the log');
}
