import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../src/skills/attempt.js';
import type { Catalog } from '../../src/skills/package.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { packagesLoadedBy } from '../config/closure.js';
import { until } from '../harness/until.js';
import { paused } from './attempts.js';
import { BUNDLED, LINT, places, type Roots, roots, skill, writeFiles } from './folders.js';

interface Cached {
  made: Roots;
  cache: string;
  read(): Promise<Catalog>;
}

/** Roots whose files are old enough that the cache may trust their times. */
async function cachedRoots(user: Readonly<Record<string, string>> = LINT): Promise<Cached> {
  const made = await roots(BUNDLED, user);
  const cache = join(made.bundled, '..', 'cache', 'catalog.json');
  const read = () => readCatalog(made, { strict: false, cache_file: cache });
  await settled(made);
  return { made, cache, read };
}

/** File times tick; what is younger than a tick is read again, rightly. */
async function settled({ user }: Roots): Promise<void> {
  const probe = join(user, '..', 'probe');
  await writeFile(probe, '');
  const { ctimeMs } = await stat(probe);
  await until('the files are older than a tick', () => Date.now() - ctimeMs > 60);
}

const descriptionOf = ({ types }: Catalog): string | undefined => types.get('lint')?.description;

/** Replaces what the cache holds of a package by a text no file has, with a checksum that fits: whoever shows it, read the cache. */
async function plant(cache: string, text: string): Promise<void> {
  const { createHash } = await import('node:crypto');
  const [head = '', body = ''] = (await readFile(cache, 'utf8')).split('\n');
  const planted = body.replace('Lints.', text);
  const sha256 = createHash('sha256').update(planted).digest('hex');
  await writeFile(cache, `${JSON.stringify({ ...(JSON.parse(head) as object), sha256 })}\n${planted}`);
}

describe('the cached catalog', () => {
  it('does not keep what a paused computer could not tell of a pattern, and what it could', async () => {
    const schema = (pattern: string) => JSON.stringify({ properties: { a: { 'x-extract': { pattern } } } });
    const { made, cache } = await cachedRoots({
      ...LINT,
      'controller/lint/params.schema.json': schema('(?:[\\w-]+/)*x'),
    });
    const reading = async (attempt?: Attempt) => {
      const { types, diagnostics } = await readCatalog(made, {
        strict: false,
        cache_file: cache,
        ...(attempt && { attempt }),
      });
      return [types.has('lint'), diagnostics.map(({ code }) => code)];
    };
    const stopped = paused();
    expect(await reading(stopped.attempt)).toEqual([true, ['pattern-untried']]);
    expect(await reading()).toEqual([true, []]);
    const before = stopped.tries();
    expect(await reading(stopped.attempt)).toEqual([true, []]);
    expect(stopped.tries()).toBe(before);
  });

  it('says the same as the files, without reading them', async () => {
    const { cache, read } = await cachedRoots();
    const first = await read();
    expect(await read()).toEqual(first);
    await plant(cache, 'Planted.');
    expect(descriptionOf(await read())).toBe('Planted.');
  });

  it('loads neither the YAML parser nor the validator to begin with', async () => {
    expect(await packagesLoadedBy('src/skills/read-catalog.ts')).toEqual([]);
    expect(await packagesLoadedBy('src/skills/read-folder.ts')).toEqual([]);
    expect(await packagesLoadedBy('src/skills/check.ts')).toEqual([]);
    expect(await packagesLoadedBy('src/skills/validate-params.ts')).toEqual([]);
    expect(await packagesLoadedBy('src/skills/launch.ts')).toEqual([]);
  });

  it('reads a new folder alone', async () => {
    const { made, cache, read } = await cachedRoots();
    await read();
    await plant(cache, 'Planted.');
    await writeFiles(made.user, {
      'controller/new/SKILL.md': skill({ name: 'new', description: 'N.', command: ['true'] }),
    });
    const catalog = await read();
    expect(catalog.types.get('new')?.description).toBe('N.');
    expect(descriptionOf(catalog)).toBe('Planted.');
    await rm(join(made.user, 'controller/new'), { recursive: true });
    expect((await read()).types.has('new')).toBe(false);
  });

  it.each<[string, (dir: string) => Promise<unknown>]>([
    [
      'a text changes',
      (dir) => writeFile(join(dir, 'SKILL.md'), skill({ name: 'lint', description: 'Changed.', workflow: 'run.sh' })),
    ],
    ['a file comes', (dir) => writeFile(join(dir, 'examples.jsonl'), '{"text": "lint it"}')],
    ['a file goes', (dir) => rm(join(dir, 'run.sh'))],
    ['a file becomes executable', (dir) => chmod(join(dir, 'run.sh'), 0o755)],
    ['a file comes into a folder inside', (dir) => writeFile(join(dir, 'lib', 'b.sh'), '')],
  ])('reads a folder again when %s', async (_, change) => {
    const { made, cache, read } = await cachedRoots({ ...LINT, 'controller/lint/lib/a.sh': '' });
    await read();
    await plant(cache, 'Planted.');
    await change(join(made.user, 'controller', 'lint'));
    expect(descriptionOf(await read())).not.toBe('Planted.');
  });

  it('notices other contents of the same size under a kept time', async () => {
    const { made, read } = await cachedRoots();
    await read();
    const file = join(made.user, 'controller/lint/SKILL.md');
    const { atime, mtime } = await stat(file);
    await writeFile(file, (await readFile(file, 'utf8')).replace('Lints.', 'Stuns.'));
    await utimes(file, atime, mtime);
    expect(descriptionOf(await read())).toBe('Stuns.');
  });

  it('does not trust times as young as the reading itself', async () => {
    const { made, read } = await cachedRoots();
    const file = join(made.user, 'controller/lint/SKILL.md');
    for (const word of ['Aaaaa.', 'Bbbbb.', 'Ccccc.', 'Ddddd.', 'Eeeee.']) {
      await writeFile(file, skill({ name: 'lint', description: word, workflow: 'run.sh' }));
      expect(descriptionOf(await read())).toBe(word);
    }
  });

  it('keeps looking for what a broken link leads to', async () => {
    const { made, read } = await cachedRoots();
    await symlink('../shared', join(made.user, 'controller', 'later'));
    await settled(made);
    expect(places((await read()).diagnostics)).toEqual(['controller/later:1 link-missing']);
    await read();
    await writeFiles(made.user, { 'shared/SKILL.md': skill({ name: 'later', description: 'L.', command: ['true'] }) });
    expect((await read()).types.get('later')?.description).toBe('L.');
  });

  it.each<[string, (text: string) => string]>([
    ['is cut short', (text) => text.slice(0, text.length / 2)],
    ['is empty', () => ''],
    ['has one letter changed', (text) => text.replace('Lints.', 'Stuns.')],
    ['was written by another version', (text) => text.replace('"reader":4', '"reader":0')],
    ['is something else', () => '{"a": [1, 2]}\n[]'],
    ['is binary', () => '\0\u0001\u0002'],
  ])('is ignored, and written anew, where it %s', async (_, spoil) => {
    const { cache, read } = await cachedRoots();
    const first = await read();
    const written = await readFile(cache, 'utf8');
    await writeFile(cache, spoil(written));
    expect(await read()).toEqual(first);
    expect((await readFile(cache, 'utf8')).split('\n')[0]).toContain('"reader":4');
  });

  it('is ignored, and replaced, where it is no regular file; none is waited for', async () => {
    const { cache, read } = await cachedRoots();
    const first = await read();
    await rm(cache);
    execFileSync('mkfifo', [cache]);
    expect(await read()).toEqual(first);
    expect((await stat(cache)).isFile()).toBe(true);
  });

  it('is ignored where limits that the packages inherit have changed', async () => {
    const made = await roots(
      {},
      { 'executor/a/SKILL.md': skill({ name: 'a', description: 'A.', 'skill-mode': 'pyskill', command: ['true'] }) },
    );
    const cache_file = join(made.user, '..', 'catalog.json');
    await settled(made);
    for (const pyskill_timeout_sec of [180, 20]) {
      const { packages } = await readCatalog(made, { strict: true, cache_file, pyskill_timeout_sec });
      expect(packages[0]?.limits.wall_sec).toBe(pyskill_timeout_sec);
    }
  });

  it('is only a convenience: where it cannot be written, the packages are read all the same', async () => {
    const made = await roots(BUNDLED, LINT);
    const blocked = join(made.user, '..', 'blocked');
    await writeFile(blocked, '');
    const catalog = await readCatalog(made, { strict: true, cache_file: join(blocked, 'catalog.json') });
    expect(catalog.packages).toHaveLength(3);
    await mkdir(join(made.user, '..', 'taken', 'catalog.json'), { recursive: true });
    await readCatalog(made, { strict: true, cache_file: join(made.user, '..', 'taken', 'catalog.json') });
    expect(await readdir(join(made.user, '..', 'taken'))).toEqual(['catalog.json']);
  });

  it('is whole whoever writes it at the same time', async () => {
    const { cache, read } = await cachedRoots();
    const catalogs = await Promise.all(Array.from({ length: 8 }, read));
    for (const catalog of catalogs) expect(catalog).toEqual(catalogs[0]);
    expect(await readdir(join(cache, '..'))).toEqual(['catalog.json']);
  });
});
