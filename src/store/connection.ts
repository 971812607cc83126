import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { collectStatements } from './collect-statements.js';
import { PreparedStatement } from './prepared-statement.js';

/**
 * One connection to the database file. Prepares each distinct SQL text once.
 */
export class Connection implements SqliteDatabase {
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, PreparedStatement>();
  #alive = 0;
  readonly #collected = new FinalizationRegistry<null>(() => {
    this.#alive -= 1;
  });

  /** One attempt to lock blocks this thread for at most `blockingMs`. */
  constructor(file: string, blockingMs: number) {
    this.#database = new Libsql(file, { timeout: blockingMs });
  }

  get open(): boolean {
    return this.#database.open;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Several statements, without parameters or rows. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  all(sql: string): unknown[] {
    return this.prepare(sql).all([]);
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#alive += 1;
    this.#collected.register(statement, null);
    const made = new PreparedStatement(statement);
    this.#statements.set(sql, made);
    return made;
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.forget();
    this.#statements.clear();
    this.#database.close();
  }

  /** After `close`: resolves when the files are closed too. */
  async released(): Promise<void> {
    await collectStatements(() => this.#alive);
  }
}
