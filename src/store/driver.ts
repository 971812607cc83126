import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type Libsql from 'libsql';
import { StatementCache } from './statement-cache.js';

/**
 * A plain `begin` that reads first and writes later fails at once when another process wrote in between, whatever the busy timeout:
 * so a transaction takes the write lock when it begins, unless it is declared read-only.
 */
class StoreDriver extends SqliteDriver {
  readonly #database: Libsql.Database;

  constructor(database: Libsql.Database) {
    super({ database: new StatementCache(database) });
    this.#database = database;
  }

  override async beginTransaction(_connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    this.#database.exec(settings?.accessMode === 'read only' ? 'begin' : 'begin immediate');
  }

  override async commitTransaction(): Promise<void> {
    this.#database.exec('commit');
  }

  /** A full disk or an I/O error has rolled back already; a second rollback would hide the cause. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#database.inTransaction) this.#database.exec('rollback');
  }
}

export function storeDialect(database: Libsql.Database): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new StoreDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
