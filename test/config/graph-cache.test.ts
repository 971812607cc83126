import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cachedGraph } from '../../src/config/graph-cache.js';
import { loadConfig } from '../../src/config/load-config.js';
import { workspace } from '../harness/workspace.js';

const TEXT =
  'runtime: {max_jobs: 3, strict_skills: yes}\nprojects:\n  shop: {path: shop, owner: lin, sizes: [1, 2.5, null]}\n';

async function project(text = TEXT): Promise<string> {
  const root = join(await workspace(), 'project');
  await mkdir(join(root, 'configs'), { recursive: true });
  await mkdir(join(root, 'var', 'cache'), { recursive: true });
  await writeFile(fileOf(root), text);
  return root;
}

const fileOf = (root: string) => join(root, 'configs', 'graph.yaml');
const cacheOf = (root: string) => join(root, 'var', 'cache', 'graph.json');
const load = (root: string) => loadConfig({ cwd: root, env: {} });
const kept = async (root: string) =>
  cachedGraph({ file: fileOf(root), root, text: await readFile(fileOf(root), 'utf8') });

it('gives the same configuration as the file it was read from', async () => {
  const root = await project();
  const first = await load(root);
  expect(await kept(root)).toMatchObject({ runtime: { max_jobs: 3, strict_skills: true } });
  expect(await load(root)).toEqual(first);
});

it('makes no folder to keep anything in, and leaves nothing beside it', async () => {
  const root = join(await workspace(), 'project');
  await mkdir(join(root, 'configs'), { recursive: true });
  await writeFile(fileOf(root), TEXT);
  await load(root);
  expect(existsSync(join(root, 'var'))).toBe(false);
  const other = await project();
  await load(other);
  expect(await readdir(join(other, 'var', 'cache'))).toEqual(['graph.json']);
});

it('is not believed once the file says something else, even of the same size and time', async () => {
  const root = await project();
  await load(root);
  await utimes(fileOf(root), 1_000, 1_000);
  await load(root);
  await writeFile(fileOf(root), TEXT.replace('max_jobs: 3', 'max_jobs: 4'));
  await utimes(fileOf(root), 1_000, 1_000);
  expect(await kept(root)).toBeNull();
  expect((await load(root)).runtime.max_jobs).toBe(4);
});

it('is not believed when it came with a copy of the folder', async () => {
  const root = await project();
  await load(root);
  const copy = join(root, '..', 'copy');
  await cp(root, copy, { recursive: true, preserveTimestamps: true });
  const planted = (await readFile(cacheOf(copy), 'utf8')).replaceAll(root, copy);
  await writeFile(cacheOf(copy), planted);
  expect(await kept(copy)).toBeNull();
  expect((await load(copy)).projects.shop?.path).toBe(join(copy, 'shop'));
});

it.each([
  ['cut off', (text: string) => text.slice(0, -5)],
  ['changed inside', (text: string) => text.replace('"max_jobs":3', '"max_jobs":9')],
  ['of another version', (text: string) => text.replace('"reader":1', '"reader":0')],
  ['empty', () => ''],
  ['no cache at all', () => 'null\nnull'],
])('is not believed when it is %s', async (_what, damage) => {
  const root = await project();
  await load(root);
  await writeFile(cacheOf(root), damage(await readFile(cacheOf(root), 'utf8')));
  expect(await kept(root)).toBeNull();
  expect((await load(root)).runtime.max_jobs).toBe(3);
  expect(await kept(root)).toMatchObject({ runtime: { max_jobs: 3 } });
});

it('keeps nothing that JSON cannot say, and no file with mistakes', async () => {
  const root = await project('projects: {shop: {path: shop, ratio: .inf}}\n');
  expect((await load(root)).projects.shop?.ratio).toBe(Number.POSITIVE_INFINITY);
  expect(existsSync(cacheOf(root))).toBe(false);
  await writeFile(fileOf(root), 'runtime: {max_jobs: many}\n');
  await expect(load(root)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  expect(existsSync(cacheOf(root))).toBe(false);
});

it('is passed over where the folder is a file', async () => {
  const root = join(await workspace(), 'project');
  await mkdir(join(root, 'configs'), { recursive: true });
  await mkdir(join(root, 'var'));
  await writeFile(join(root, 'var', 'cache'), '');
  await writeFile(fileOf(root), TEXT);
  expect((await load(root)).runtime.max_jobs).toBe(3);
});
