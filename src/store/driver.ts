import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { Connection } from './connection.js';

/**
 * A plain `begin` that reads first and writes later fails at once when another process wrote in between, whatever the busy timeout:
 * so a transaction takes the write lock when it begins, unless it is declared read-only.
 */
class StoreDriver extends SqliteDriver {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    super({ database: connection });
    this.#connection = connection;
  }

  override async beginTransaction(_connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
    this.#connection.exec(settings?.accessMode === 'read only' ? 'begin' : 'begin immediate');
  }

  override async commitTransaction(): Promise<void> {
    this.#connection.exec('commit');
  }

  /** A full disk or an I/O error has rolled back already; a second rollback would hide the cause. */
  override async rollbackTransaction(): Promise<void> {
    if (this.#connection.inTransaction) this.#connection.exec('rollback');
  }
}

export function storeDialect(connection: Connection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new StoreDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
