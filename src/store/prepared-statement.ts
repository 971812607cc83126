import type { SqliteStatement } from 'kysely';
import type Libsql from 'libsql';

/**
 * A statement of the database until it is forgotten: then nothing that still holds this object, such as code that is just being compiled,
 * keeps the database's own alive. NUL in bound text is replaced by U+FFFD: the database would silently cut the text there.
 */
export class PreparedStatement implements SqliteStatement {
  readonly reader: boolean;
  #statement: Libsql.Statement | null;

  constructor(statement: Libsql.Statement) {
    this.reader = statement.reader;
    this.#statement = statement;
  }

  all(parameters: ReadonlyArray<unknown>): unknown[] {
    return lettingGo(() => this.#ready().all(parameters.map(withoutNul)));
  }

  run(parameters: ReadonlyArray<unknown>): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return lettingGo(() => this.#ready().run(parameters.map(withoutNul)));
  }

  iterate(parameters: ReadonlyArray<unknown>): IterableIterator<unknown> {
    return this.#ready().iterate(parameters.map(withoutNul));
  }

  /** Not to be used any more. */
  forget(): void {
    this.#statement = null;
  }

  #ready(): Libsql.Statement {
    if (this.#statement === null) throw new TypeError('The database connection is not open');
    return this.#statement;
  }
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
