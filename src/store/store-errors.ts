import { ProductError } from '../errors/product-error.js';

export class StoreMissingError extends ProductError {
  override readonly code = 'STORE_MISSING';
  override readonly exitCode = 2 as const;
  constructor(file: string) {
    super(`There is no store at ${file}. Run a request first, or name another file with --state.`);
  }
}

export class StorePathError extends ProductError {
  override readonly code = 'STORE_PATH';
  override readonly exitCode = 2 as const;
  constructor(file: string, what: string, options?: { cause?: unknown }) {
    super(`${file} cannot hold the store: ${what}. Name a file with --state or paths.state.`, options);
  }
}

export class StoreNewerError extends ProductError {
  override readonly code = 'STORE_NEWER';
  override readonly exitCode = 2 as const;
  constructor(file: string, found: number, known: number) {
    super(
      `${file} was written by a newer version (schema ${found}, this one knows ${known}). Upgrade environment-runtime, or use another file.`,
    );
  }
}

/** Damaged, cut off, or no database at all. Nothing was changed. */
export class StoreCorruptError extends ProductError {
  override readonly code = 'STORE_CORRUPT';
  constructor(file: string, what: string, options?: { cause?: unknown }) {
    super(
      `${file} cannot be read as a store: ${what}. Put a backup in its place together with its -wal file, or move it away to start afresh.`,
      options,
    );
  }
}

/** A sound SQLite database that belongs to another program. Nothing was changed. */
export class StoreForeignError extends ProductError {
  override readonly code = 'STORE_FOREIGN';
  override readonly exitCode = 2 as const;
  constructor(file: string) {
    super(`${file} is a database of another program. Name another file with --state or paths.state.`);
  }
}

export class StoreReadOnlyError extends ProductError {
  override readonly code = 'STORE_READ_ONLY';
  override readonly exitCode = 2 as const;
  constructor(path: string, options?: { cause?: unknown }) {
    super(
      `${path} cannot be written. The store needs its file and its folder writable; change the permissions or paths.state.`,
      options,
    );
  }
}

export class StoreFullError extends ProductError {
  override readonly code = 'STORE_FULL';
  constructor(file: string, options?: { cause?: unknown }) {
    super(`No space is left for ${file}; the change was undone. Free some space and repeat.`, options);
  }
}

export class StoreBusyError extends ProductError {
  override readonly code = 'STORE_BUSY';
  override readonly exitCode = 3 as const;
  constructor(file: string, waited_ms: number, options?: { cause?: unknown }) {
    super(
      `Another process has been writing ${file} for more than ${waited_ms} ms; nothing was changed. Repeat.`,
      options,
    );
  }
}

export class StoreOnNetworkError extends ProductError {
  override readonly code = 'STORE_ON_NETWORK';
  override readonly exitCode = 2 as const;
  constructor(file: string, mount: { point: string; type: string }) {
    super(
      `${file} lies on a network file system (${mount.type} at ${mount.point}), where locks cannot be relied on. Set paths.state to a local file.`,
    );
  }
}

export class StoreIoError extends ProductError {
  override readonly code = 'STORE_IO';
  constructor(file: string, what: string, options?: { cause?: unknown }) {
    super(`Reading or writing ${file} failed: ${what}. Check the disk and repeat.`, options);
  }
}
