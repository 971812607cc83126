import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { collectStatements } from './collect-statements.js';

/**
 * One connection to the database file. Prepares each distinct SQL text once, and replaces NUL in bound text by U+FFFD: the database would
 * silently cut the text there.
 */
export class Connection implements SqliteDatabase {
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, SqliteStatement>();
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
    const made = boundSafely(statement);
    this.#statements.set(sql, made);
    return made;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** After `close`: resolves when the files are closed too. */
  async released(): Promise<void> {
    await collectStatements(() => this.#alive);
  }
}

function boundSafely(statement: Libsql.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => lettingGo(() => statement.all(parameters.map(withoutNul))),
    run: (parameters) => lettingGo(() => statement.run(parameters.map(withoutNul))),
    iterate: (parameters) => statement.iterate(parameters.map(withoutNul)),
  };
}

/** An error keeps the objects of its stack alive, the statement among them, until its text has been asked for. */
function lettingGo<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) void error.stack;
    throw error;
  }
}

function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}
