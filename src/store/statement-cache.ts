import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Libsql from 'libsql';

/**
 * Prepares each distinct SQL text once. Also replaces NUL in bound text by U+FFFD: the database would silently cut the text there.
 */
export class StatementCache implements SqliteDatabase {
  readonly #database: Libsql.Database;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: Libsql.Database) {
    this.#database = database;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = boundSafely(this.#database.prepare(sql));
    this.#statements.set(sql, made);
    return made;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

function boundSafely(statement: Libsql.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters.map(withoutNul)),
    run: (parameters) => statement.run(parameters.map(withoutNul)),
    iterate: (parameters) => statement.iterate(parameters.map(withoutNul)),
  };
}

function withoutNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
}
