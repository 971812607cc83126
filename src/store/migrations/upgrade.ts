import { whileBusy } from '../busy-wait.js';
import type { Connection } from '../connection.js';
import { APPLICATION_ID } from '../schema-version.js';
import { StoreForeignError, StoreIoError } from '../store-errors.js';
import { readVersion } from '../version.js';
import { first } from './0001-first.js';
import { runtimes } from './0002-runtimes.js';
import { work } from './0003-work.js';

/** In order; a migration, once released, never changes. The position is the number. */
export const MIGRATIONS: readonly string[] = [first, runtimes, work];

/** Brings the database to the newest schema: all missing migrations in one transaction. Several processes may do it at once. */
export async function upgrade(
  connection: Connection,
  file: string,
  options: { waitMs: number; migrations?: readonly string[] },
): Promise<void> {
  const migrations = options.migrations ?? MIGRATIONS;
  await whileBusy(options.waitMs, () => {
    if (readVersion(connection).version === 0 && hasTables(connection)) throw new StoreForeignError(file);
    useWal(connection, file);
  });
  await whileBusy(options.waitMs, () => {
    connection.exec('begin immediate');
    try {
      const from = readVersion(connection).version;
      for (const migration of migrations.slice(from)) connection.exec(migration);
      if (from < migrations.length) {
        connection.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${migrations.length}`);
      }
      connection.exec('commit');
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      throw error;
    }
  });
}

function hasTables(connection: Connection): boolean {
  // The snapshot may be newer than the version read before it: then the tables are ours.
  const rows = connection.all(
    "select 1 from sqlite_schema where type = 'table' and (select user_version from pragma_user_version) = 0",
  );
  return rows.length > 0;
}

function useWal(connection: Connection, file: string): void {
  const [row] = connection.all('pragma journal_mode = wal') as { journal_mode: string }[];
  if (row?.journal_mode === 'wal') return;
  throw new StoreIoError(file, {
    en: 'its file system offers no shared memory for the log',
    zh: '所在文件系统不支持日志所需的共享内存',
  });
}
