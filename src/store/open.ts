import { resolve } from 'node:path';
import { Kysely } from 'kysely';
import { whileBusy } from './busy-wait.js';
import { Connection } from './connection.js';
import { storeDialect } from './driver.js';
import { checkLocation, readMounts, requireWholePages } from './location.js';
import type { Schema } from './schema.js';
import { APPLICATION_ID, SCHEMA_VERSION } from './schema-version.js';
import { storeErrorOf } from './sqlite-error.js';
import { StoreForeignError, StoreIoError, StoreNewerError } from './store-errors.js';
import type { Tx } from './tx.js';
import { readVersion } from './version.js';

export type { Tx } from './tx.js';

export interface Store {
  /** Absolute path of the database. */
  readonly file: string;
  /** Transactions committed through `write` so far. */
  readonly commits: number;
  /** A consistent snapshot. `work` only reads; it may run again when the database was busy for a moment. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** All or nothing, as the only writer. Waits for a busy writer, then throws StoreBusyError; `work` runs at most once. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Make the file and its folder where there are none. Default true. */
  create?: boolean;
  /** How long to wait for another writer, in ms. Default 10 s. */
  busyMs?: number;
  /** The text of /proc/mounts. */
  mounts?: () => string;
}

/**
 * How long one attempt to lock blocks this thread, in ms; longer waits are made of several attempts, between which other work goes on.
 */
const BLOCKING_MS = 20;

export async function openStore(file: string, options: StoreOptions = {}): Promise<Store> {
  const path = resolve(file);
  const waitMs = options.busyMs ?? 10_000;
  checkLocation(path, { create: options.create ?? true, mounts: options.mounts ?? readMounts });
  const connection = connect(path, waitMs);
  try {
    await whileBusy(waitMs, () => connection.exec('pragma synchronous = full; pragma foreign_keys = on'));
    await prepareSchema(connection, path, waitMs);
  } catch (error) {
    connection.close();
    await connection.released();
    throw storeErrorOf(error, path, waitMs) ?? error;
  }
  return storeOn(connection, path, waitMs);
}

function connect(path: string, waitMs: number): Connection {
  try {
    return new Connection(path, Math.min(BLOCKING_MS, waitMs));
  } catch (error) {
    throw new StoreIoError(path, { en: 'the database cannot be opened', zh: '数据库无法打开' }, { cause: error });
  }
}

/** The code of the migrations is loaded only where there is something to migrate. */
async function prepareSchema(connection: Connection, path: string, waitMs: number): Promise<void> {
  const found = await whileBusy(waitMs, () => readVersion(connection));
  const ours = found.application === APPLICATION_ID;
  if (!ours && (found.application !== 0 || found.version !== 0)) throw new StoreForeignError(path);
  if (found.version > SCHEMA_VERSION) throw new StoreNewerError(path, found.version, SCHEMA_VERSION);
  requireWholePages(path, found.page_size);
  if (found.version === SCHEMA_VERSION) return;
  const { upgrade } = await import('./migrations/upgrade.js');
  await upgrade(connection, path, { waitMs });
}

function storeOn(connection: Connection, file: string, waitMs: number): Store {
  const db = new Kysely<Schema>({ dialect: storeDialect(connection) });
  let commits = 0;

  async function transact<T>(accessMode: 'read only' | 'read write', work: (tx: Tx) => Promise<T>): Promise<T> {
    const transaction = db.transaction().setAccessMode(accessMode);
    let begun = false;
    const attempt = () =>
      transaction.execute((tx) => {
        begun = true;
        return work(tx);
      });
    try {
      return await whileBusy(waitMs, attempt, () => accessMode === 'read only' || !begun);
    } catch (error) {
      throw storeErrorOf(error, file, waitMs) ?? error;
    }
  }

  return {
    file,
    get commits() {
      return commits;
    },
    read: (work) => transact('read only', work),
    async write(work) {
      const result = await transact('read write', work);
      commits += 1;
      return result;
    },
    async close() {
      await db.destroy();
      // Where nothing was asked, kysely has not begun and destroys nothing.
      if (connection.open) connection.close();
      await connection.released();
    },
  };
}
