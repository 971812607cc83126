import { chmodSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Connection } from '../../src/store/connection.js';
import { ensureEnvironment, findEnvironment, listEnvironments } from '../../src/store/environments.js';
import { openStore, type Store } from '../../src/store/open.js';
import { loadRounds, openRound } from '../../src/store/rounds.js';
import { SCHEMA_VERSION } from '../../src/store/schema-version.js';
import {
  StoreBusyError,
  StoreCorruptError,
  StoreForeignError,
  StoreFullError,
  StoreMissingError,
  StoreNewerError,
  StoreOnNetworkError,
  StorePathError,
} from '../../src/store/store-errors.js';
import { workspace } from '../harness/workspace.js';
import { plainUserReaches, program, runAsPlainUser } from './child.js';

const now = new Date('2025-01-01T00:00:00Z');

async function madeStore(): Promise<string> {
  const file = join(await workspace(), 'store.db');
  const store = await openStore(file);
  await store.write(async (tx) => {
    const { id } = await ensureEnvironment(tx, 'default', now);
    for (let index = 0; index < 20; index += 1) await openRound(tx, id, 'x'.repeat(4_000), now);
  });
  await store.close();
  return file;
}

async function withDatabase(file: string, work: (connection: Connection) => void): Promise<void> {
  const connection = new Connection(file, 100);
  work(connection);
  connection.close();
  await connection.released();
}

it('makes the file and its folder, keeps the log, waits for the disk, and leaves only the one file when closed', async () => {
  const file = join(await workspace(), 'a', 'b', 'store.db');
  const store = await openStore(file);
  expect(store.file).toBe(file);
  await store.write((tx) => ensureEnvironment(tx, 'default', now));
  expect(store.commits).toBe(1);
  await store.read(listEnvironments);
  expect(store.commits).toBe(1);
  await store.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  await withDatabase(file, (connection) => {
    expect(connection.all('pragma journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(connection.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });
});

it('closes the files even while something still holds a statement', async () => {
  const file = await madeStore();
  const connection = new Connection(file, 100);
  const held = connection.prepare('select count(*) from rounds');
  expect(held.all([])).toHaveLength(1);
  expect(existsSync(`${file}-wal`)).toBe(true);
  connection.close();
  await connection.released();
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(() => held.all([])).toThrow('not open');
});

it('closes a store that was never asked anything', async () => {
  const store = await openStore(join(await workspace(), 'store.db'));
  await store.close();
});

it('undoes a write whose work throws, and does not count it', async () => {
  const store = await openStore(join(await workspace(), 'store.db'));
  const failing = store.write(async (tx) => {
    await ensureEnvironment(tx, 'default', now);
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(store.commits).toBe(0);
  expect(await store.read((tx) => findEnvironment(tx, 'default'))).toBe(null);
  await store.close();
});

it('gives a reader one snapshot, whatever another connection commits meanwhile', async () => {
  const file = await madeStore();
  const [reader, writer] = [await openStore(file), await openStore(file)];
  const seen = await reader.read(async (tx) => {
    const before = await listEnvironments(tx);
    await writer.write((other) => ensureEnvironment(other, 'another', now));
    return [before.length, (await listEnvironments(tx)).length];
  });
  expect(seen).toEqual([1, 1]);
  expect(await reader.read(listEnvironments)).toHaveLength(2);
  await reader.close();
  await writer.close();
});

it('keeps text with NUL whole, with U+FFFD in its place', async () => {
  const store = await openStore(join(await workspace(), 'store.db'));
  await store.write((tx) => ensureEnvironment(tx, 'a\0b', now));
  expect((await store.read(listEnvironments))[0]?.name).toBe('a\ufffdb');
  await store.close();
});

it('says that there is none, when it must not make one', async () => {
  const file = join(await workspace(), 'sub', 'store.db');
  await expect(openStore(file, { create: false })).rejects.toThrow(StoreMissingError);
  expect(existsSync(join(file, '..'))).toBe(false);
});

it('refuses a directory in its place, and a file in the place of its folder', async () => {
  const directory = await workspace();
  await expect(openStore(directory)).rejects.toThrow(StorePathError);
  writeFileSync(join(directory, 'file'), '');
  await expect(openStore(join(directory, 'file', 'store.db'))).rejects.toThrow(StorePathError);
});

it('refuses what is not a database and leaves it as it was', async () => {
  const file = join(await workspace(), 'store.db');
  writeFileSync(file, 'not a database at all\n'.repeat(500));
  const before = readFileSync(file);
  await expect(openStore(file)).rejects.toThrow(StoreCorruptError);
  expect(readFileSync(file).equals(before)).toBe(true);
});

it('refuses a store that was cut off, at whatever place, and leaves it as it was', async () => {
  const file = await madeStore();
  const whole = statSync(file).size;
  for (const size of [whole - 1, whole - 4_096, Math.floor(whole / 2), 4_096, 2_000, 100, 17]) {
    truncateSync(file, size);
    const before = readFileSync(file);
    await expect(openStore(file), `cut to ${size}`).rejects.toThrow(StoreCorruptError);
    expect(readFileSync(file).equals(before)).toBe(true);
  }
});

it('names damage wherever it is found', async () => {
  const file = await madeStore();
  const whole = readFileSync(file);
  for (let page = 1; page < whole.length / 4_096; page += 1) {
    const damaged = Buffer.from(whole).fill(0x41, page * 4_096, (page + 1) * 4_096);
    writeFileSync(file, damaged);
    const failure = await readAll(file).catch((error: unknown) => error);
    if (failure !== undefined) expect(failure, `page ${page}`).toBeInstanceOf(StoreCorruptError);
  }
  writeFileSync(file, Buffer.from(whole).fill(0x41, 4_096));
  await expect(readAll(file)).rejects.toThrow(StoreCorruptError);
});

async function readAll(file: string): Promise<void> {
  const store = await openStore(file);
  try {
    await store.read(async (tx) => loadRounds(tx, 1, { last: 100, track: true }));
  } finally {
    await store.close();
  }
}

it('refuses a store of a newer version, naming both', async () => {
  const file = await madeStore();
  await withDatabase(file, (connection) => connection.exec('pragma user_version = 99'));
  await expect(openStore(file)).rejects.toThrow(StoreNewerError);
  await expect(openStore(file)).rejects.toThrow(new RegExp(`schema 99, this one knows ${SCHEMA_VERSION}`));
});

it("refuses another program's database and adds nothing to it", async () => {
  const file = join(await workspace(), 'other.db');
  await withDatabase(file, (connection) => connection.exec('create table theirs (a); pragma user_version = 0'));
  await expect(openStore(file)).rejects.toThrow(StoreForeignError);
  await withDatabase(file, (connection) => connection.exec('pragma user_version = 1'));
  await expect(openStore(file)).rejects.toThrow(StoreForeignError);
  await withDatabase(file, (connection) => {
    expect(connection.all('select name from sqlite_schema')).toEqual([{ name: 'theirs' }]);
  });
});

it('refuses a network file system, by the mount that holds the file', async () => {
  const directory = await workspace();
  const mounts = () => `/dev/vda / ext4 rw 0 0\nserver:/x ${directory.replaceAll(' ', '\\040')} nfs4 rw 0 0\n`;
  const file = join(directory, 'store.db');
  await expect(openStore(file, { mounts })).rejects.toThrow(StoreOnNetworkError);
  expect(existsSync(file)).toBe(false);
});

it.runIf(plainUserReaches())('refuses a read-only file and a read-only folder', async () => {
  const file = await madeStore();
  const folder = join(file, '..');
  chmodSync(join(folder, '..'), 0o755);
  const programs = await workspace();
  chmodSync(programs, 0o755);
  const script = program('open-each', programs);
  const opened = async (...files: string[]) => (await runAsPlainUser(script, ...files).ended).lines;
  chmodSync(folder, 0o777);
  chmodSync(file, 0o444);
  expect(await opened(file)).toEqual(['STORE_READ_ONLY']);
  chmodSync(file, 0o666);
  expect(await opened(file)).toEqual(['open']);
  chmodSync(folder, 0o555);
  const all = await opened(file, join(folder, 'new.db'), join(folder, 'new', 'x.db'));
  expect(all).toEqual(['STORE_READ_ONLY', 'STORE_READ_ONLY', 'STORE_READ_ONLY']);
  chmodSync(folder, 0o755);
});

it('waits for a writer, then says it is busy; nothing was changed, and reading goes on meanwhile', async () => {
  const file = await madeStore();
  const store = await openStore(file, { busyMs: 250 });
  const holder = new Connection(file, 100);
  holder.exec('begin immediate');
  let ran = false;
  const blocked = store.write(async () => {
    ran = true;
  });
  await expect(blocked).rejects.toThrow(StoreBusyError);
  expect(ran).toBe(false);
  expect(store.commits).toBe(0);
  expect(await store.read(listEnvironments)).toHaveLength(1);
  holder.exec('commit');
  await store.write((tx) => ensureEnvironment(tx, 'later', now));
  holder.close();
  await holder.released();
  await store.close();
});

it('lets other work of this process go on while it waits for a writer', async () => {
  const file = await madeStore();
  const store = await openStore(file);
  const holder = new Connection(file, 100);
  holder.exec('begin immediate');
  const blocked = store.write((tx) => ensureEnvironment(tx, 'later', now));
  for (let index = 0; index < 3; index += 1) await store.read(listEnvironments);
  holder.exec('commit');
  expect((await blocked).name).toBe('later');
  holder.close();
  await holder.released();
  await store.close();
});

it('undoes a write that found no space, says so, and works on when there is space again', async () => {
  const file = await madeStore();
  const store = await openStore(file);
  const pages = await store.read(async () => statSync(file).size / 4_096);
  await limitPages(store, pages + 2);
  const big = store.write(async (tx) => {
    const { id } = await ensureEnvironment(tx, 'default', now);
    for (let index = 0; index < 50; index += 1) await openRound(tx, id, 'y'.repeat(4_000), now);
  });
  await expect(big).rejects.toThrow(StoreFullError);
  expect((await store.read(listEnvironments))[0]?.rounds).toBe(20);
  await limitPages(store, 1_000_000);
  await store.write((tx) => ensureEnvironment(tx, 'later', now));
  await store.close();
});

async function limitPages(store: Store, pages: number): Promise<void> {
  const { sql } = await import('kysely');
  await store.read((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx));
}
