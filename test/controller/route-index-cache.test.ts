import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fewRows } from '../../src/controller/few-rows.js';
import { reindexInBackground } from '../../src/controller/reindex/start.js';
import {
  cachedRouteIndex as cachedColumns,
  type IndexCache,
  readIndex,
  renewals,
  rowsFile,
} from '../../src/controller/route-index-cache.js';
import {
  columnsOf,
  packageRows,
  type RoutedPackage,
  type RouteIndex,
  type RouteRow,
  rowsHash,
  score,
  version,
} from '../../src/policy/route-index.js';
import { until } from '../harness/until.js';
import { workspace } from '../harness/workspace.js';

const REINDEX = fileURLToPath(new URL('../../dist/reindex.js', import.meta.url));

const PACKAGES = [
  ['functest', 'Run functional tests', ['test the checkout page', '跑一下功能测试']],
  ['perftest', 'Load test a service', ['load test with 50 users', '压测一下订单接口']],
  ['status', 'Tell what is running', ['how far is it', '跑完了吗']],
  ['inspection', 'Look a service over', ['inspect the gateway', '巡检一下网关']],
].map(([name = '', description = '', examples = []]) =>
  packageRows({
    label: name as string,
    name: name as string,
    description: description as string,
    when_to_use: '',
    examples: examples as string[],
  }),
);

const COFFEE: RoutedPackage = {
  label: 'coffee',
  name: 'coffee',
  description: 'Make coffee.',
  when_to_use: 'Somebody is thirsty.',
  examples: ['make me an espresso', '来一杯咖啡'],
};
const COFFEE_ROWS = packageRows(COFFEE);

const cachedRouteIndex = (packages: readonly (readonly RouteRow[])[], at: IndexCache) =>
  cachedColumns(columnsOf(packages), at);

/** A cache in a fresh folder that counts the rebuilds asked for, writes their orders, and starts none. */
async function cache() {
  const file = join(await workspace(), 'cache', 'route-index');
  const asked: string[] = [];
  const rebuild = (which: string, order: () => boolean) => {
    if (order()) asked.push(which);
  };
  return { file, asked, rebuild };
}

function best(packages: readonly (readonly RouteRow[])[], at: IndexCache, text: string) {
  return score(cachedRouteIndex(packages, at), text).routes[0]?.label;
}

describe('the cached route index', () => {
  it('is built and written the first time, and read the second', async () => {
    const at = await cache();
    const built = cachedRouteIndex(PACKAGES, at);
    const written = readFileSync(at.file);
    expect(version(cachedRouteIndex(PACKAGES, at))).toBe(version(built));
    expect(readFileSync(at.file)).toEqual(written);
    expect(at.asked).toEqual([]);
  });

  it('routes to a package dropped in at once and asks for a whole build', async () => {
    const at = await cache();
    cachedRouteIndex(PACKAGES, at);
    expect(best([...PACKAGES, COFFEE_ROWS], at, 'an espresso please')).toBe('coffee');
    expect(at.asked).toEqual([at.file]);
    expect(existsSync(rowsFile(at.file))).toBe(true);
    expect(readIndex(at.file)?.labels.map(({ name }) => name)).not.toContain('coffee');
  });

  it('learns a package anew when its examples change', async () => {
    const at = await cache();
    cachedRouteIndex([...PACKAGES, COFFEE_ROWS], at);
    const changed = packageRows({ ...COFFEE, examples: ['water the roses', '给玫瑰浇水'] });
    expect(best([...PACKAGES, changed], at, 'water my roses')).toBe('coffee');
    expect(at.asked.length).toBe(1);
  });

  it('begins with the index that came with the product, and only what is not in it is learnt', async () => {
    const [at, base] = [await cache(), (await cache()).file];
    cachedRouteIndex(PACKAGES, { file: base, rebuild: () => {} });
    const index = cachedRouteIndex([...PACKAGES, COFFEE_ROWS], { ...at, base });
    expect(score(index, 'make me an espresso').routes[0]?.label).toBe('coffee');
    expect(index.stale).toBe(true);
    expect(at.asked).toEqual([at.file]);
    expect(version(cachedRouteIndex(PACKAGES, { ...at, base }))).toBe(version(readIndex(base) as RouteIndex));
  });

  it('learns a large package at once from a part of its rows, and asks for a whole build', async () => {
    const at = await cache();
    cachedRouteIndex(PACKAGES, at);
    const rows = Array.from({ length: 5_000 }, (_, each) => ({ label: 'coffee', text: `coffee number ${each}` }));
    const index = cachedRouteIndex([...PACKAGES, rows], at);
    expect(score(index, 'coffee number seven').routes[0]?.label).toBe('coffee');
    expect(index.labels.find(({ name }) => name === 'coffee')?.rows_hash).toBe(rowsHash(fewRows(rows, 250)));
    expect(at.asked).toEqual([at.file]);
    expect(JSON.parse(readFileSync(rowsFile(at.file), 'utf8'))).toHaveLength(PACKAGES.flat().length + rows.length);
  });

  it('is built at once from a part of very many rows, kept, and built whole in the background', async () => {
    const at = await cache();
    const rows = Array.from({ length: 5_000 }, (_, each) => ({ label: 'coffee', text: `coffee number ${each}` }));
    expect(cachedRouteIndex([...PACKAGES, rows], at).stale).toBe(true);
    expect(at.asked).toEqual([at.file]);
    expect(readIndex(at.file)?.labels.map(({ rows_hash }) => rows_hash)).toContain(rowsHash(fewRows(rows, 250)));
    expect(best([...PACKAGES, rows], at, 'a coffee')).toBe('coffee');
    expect(at.asked).toHaveLength(2);
  });

  it('is built whole at once where a column with the utterances of a policy is new', async () => {
    const at = await cache();
    cachedRouteIndex(PACKAGES, at);
    const said = Array.from({ length: 251 }, (_, each) => ({
      label: 'coffee',
      text: `coffee ${each}`,
      many: true as const,
    }));
    expect(cachedRouteIndex([...PACKAGES, said], at).stale).toBe(false);
    expect(at.asked).toEqual([]);
  });

  it('takes in at once what is new among the examples of a column with such utterances, and asks for a whole build', async () => {
    const at = await cache();
    const said = Array.from({ length: 400 }, (_, each) => ({
      label: 'coffee',
      text: `coffee number ${each}`,
      many: true as const,
    }));
    cachedRouteIndex([...PACKAGES, [...COFFEE_ROWS, ...said]], at);
    const more = packageRows({ ...COFFEE, examples: [...COFFEE.examples, 'water the roses', '给玫瑰浇水'] });
    const index = cachedRouteIndex([...PACKAGES, [...more, ...said]], at);
    for (const text of [
      'water the roses',
      'please water my roses',
      '给玫瑰浇水',
      'coffee number 7',
      'an espresso please',
    ]) {
      expect(score(index, text).routes[0]?.label, text).toBe('coffee');
    }
    expect(score(index, 'water the roses').routes[0]?.score).toBeGreaterThan(0.5);
    expect(score(index, '压测订单接口').routes[0]?.label).toBe('perftest');
    expect(index.stale).toBe(true);
    expect(at.asked).toEqual([at.file]);
    const { labels } = readIndex(at.file) as RouteIndex;
    expect(index.labels.find(({ name }) => name === 'coffee')).toEqual({
      ...labels.find(({ name }) => name === 'coffee'),
      rows_hash: rowsHash([...more, ...said]),
    });
  });

  it('never names a package that is gone, and knows it again when it is back', async () => {
    const at = await cache();
    cachedRouteIndex([...PACKAGES, COFFEE_ROWS], at);
    const labels = score(cachedRouteIndex(PACKAGES, at), 'make me an espresso').routes.map(({ label }) => label);
    expect(labels.sort()).toEqual(['functest', 'inspection', 'perftest', 'status']);
    expect(best([...PACKAGES, COFFEE_ROWS], at, 'make me an espresso')).toBe('coffee');
  });

  it('is built anew over a file that is damaged, foreign or empty', async () => {
    for (const damage of [
      (bytes: Buffer) => bytes.subarray(0, 1_000),
      () => Buffer.from('{}'),
      () => Buffer.alloc(0),
    ]) {
      const at = await cache();
      const built = cachedRouteIndex(PACKAGES, at);
      writeFileSync(at.file, damage(readFileSync(at.file)));
      expect(version(cachedRouteIndex(PACKAGES, at))).toBe(version(built));
      expect(readIndex(at.file)).not.toBeNull();
    }
  });

  it.each<[string, (folder: string) => void]>([
    ['a file', (folder) => writeFileSync(folder, '')],
    ['a link to itself', (folder) => symlinkSync(folder, folder)],
    ['a link to nowhere', (folder) => symlinkSync(`${folder}.gone`, folder)],
  ])('serves where the folder is %s', async (_, spoil) => {
    const at = await cache();
    spoil(dirname(at.file));
    const renewed = renewals(at.file);
    expect(best(PACKAGES, at, '压测订单接口')).toBe('perftest');
    expect(renewed()).toBe(false);
    expect(at.asked).toEqual([]);
  });

  it('takes nothing but a regular file for an index, and waits for no other', async () => {
    const at = await cache();
    mkdirSync(dirname(at.file));
    execFileSync('mkfifo', [at.file]);
    expect(best(PACKAGES, at, '压测订单接口')).toBe('perftest');
    expect(readIndex(at.file)).not.toBeNull();
  });

  it('tells whether it has been written since', async () => {
    const at = await cache();
    const first = renewals(at.file);
    expect(first()).toBe(false);
    cachedRouteIndex(PACKAGES, at);
    expect(first()).toBe(true);
    const second = renewals(at.file);
    cachedRouteIndex([...PACKAGES, COFFEE_ROWS], at);
    expect(second()).toBe(false);
    await promisify(execFile)(process.execPath, [REINDEX, at.file]);
    expect(second()).toBe(true);
  });

  it('leaves no temporary file', async () => {
    const at = await cache();
    cachedRouteIndex(PACKAGES, at);
    cachedRouteIndex([...PACKAGES, COFFEE_ROWS], at);
    expect(readdirSync(join(at.file, '..')).sort()).toEqual(['route-index', 'route-index.rows']);
  });
});

describe('the background build', () => {
  it('replaces a stale index by one built whole, and clears up after itself', async () => {
    const at = await cache();
    cachedRouteIndex(PACKAGES, at);
    const packages = [...PACKAGES, COFFEE_ROWS];
    cachedRouteIndex(packages, { file: at.file, rebuild: reindexInBackground(REINDEX, process.env) });
    const learnt = () => readIndex(at.file)?.labels.some(({ name }) => name === 'coffee');
    await until('the whole build is in place', () => learnt() === true);
    await until('only the index is left', () => readdirSync(join(at.file, '..')).length === 1);
    const fresh = await cache();
    expect(version(cachedRouteIndex(packages, at))).toBe(version(cachedRouteIndex(packages, fresh)));
    expect(at.asked).toEqual([]);
  });

  it('is harmless beside others and readers: every read finds a whole index', async () => {
    const at = await cache();
    cachedRouteIndex(PACKAGES, at);
    cachedRouteIndex([...PACKAGES, COFFEE_ROWS], at);
    const run = promisify(execFile);
    const builds = Promise.all(Array.from({ length: 4 }, () => run(process.execPath, [REINDEX, at.file])));
    let going = true;
    const done = builds.finally(() => {
      going = false;
    });
    await until('the builds have ended', () => {
      expect(readIndex(at.file)).not.toBeNull();
      return !going;
    });
    await done;
    expect(readIndex(at.file)?.stale).toBe(false);
  });

  it('does nothing without an order', async () => {
    const at = await cache();
    const built = cachedRouteIndex(PACKAGES, at);
    await promisify(execFile)(process.execPath, [REINDEX, at.file]);
    expect(version(cachedRouteIndex(PACKAGES, at))).toBe(version(built));
  });
});
