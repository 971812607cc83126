import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openPolicy, packPolicy } from '../../src/policy/action-file.js';
import { shortId } from '../../src/training/policy-record.js';
import { command, json } from '../harness/command-line.js';
import { project } from '../harness/project.js';
import { workspace } from '../harness/workspace.js';
import { SHIPPED } from '../training/folders.js';

const [weights = ''] = (await readdir(SHIPPED)).filter((name) => name.endsWith('.bin'));
const shipped = openPolicy(await readFile(join(SHIPPED, weights)));

async function damaged() {
  const here = await project();
  const policies = join(here.dir, 'var', 'policies');
  await mkdir(policies, { recursive: true });
  await writeFile(join(policies, 'active.json'), '{"active": "00');
  return here;
}

it('tells once, on stderr, of a chosen policy that cannot be used', async () => {
  const here = await damaged();
  const stdin = 'how is it going?\n现在怎么样了\n';
  const { code, stdout, stderr } = await command(here, ['run', '--interactive'], { stdin });
  expect(code).toBe(0);
  expect(stderr.split('Which policy was chosen cannot be read').length).toBe(2);
  expect(stdout).not.toContain('cannot be read');
});

it('tells of it in Chinese, and keeps what a program reads clean', async () => {
  const here = await damaged();
  const { stdout, stderr } = await command(here, ['route', '--json', '--lang', 'zh', '--input', '现在怎么样了']);
  expect(stderr).toContain('由附带的策略判断');
  expect(JSON.parse(stdout)).toMatchObject({ action: expect.anything() });
});

it('tells of it in `doctor`, with what to do', async () => {
  const { stdout } = await command(await damaged(), ['doctor']);
  expect(stdout).toMatch(/· Which policy was chosen cannot be read from .*active\.json\./);
  expect(stdout).toContain('policy use ID');
});

it('tells of it in `policy list`, where the one that decides is marked', async () => {
  const here = await damaged();
  const { stdout, stderr } = await command(here, ['policy', 'list']);
  expect(stderr).toContain('Which policy was chosen cannot be read');
  expect(stdout).toMatch(/^\* [0-9a-f]{16} +shipped/m);
});

it('marks a chosen policy that cannot be used, for people and for programs', async () => {
  const here = await project();
  const policies = join(here.dir, 'var', 'policies');
  const id = '0011223344556677';
  await mkdir(policies, { recursive: true });
  await writeFile(join(policies, 'active.json'), JSON.stringify({ active: id, before: [] }));
  await writeFile(join(policies, `${id}.bin`), 'no weights');
  const { stdout, stderr } = await command(here, ['policy', 'list', '--lang', 'zh']);
  expect(stdout).toMatch(/^\* [0-9a-f]{16} +附带.*^! 0011223344556677 +自有/ms);
  expect(stderr).toMatch(new RegExp(`策略 \\S*${id}\\.bin 无法使用`));
  expect(await json(here, ['policy', 'list'])).toMatchObject([
    { source: 'shipped', active: true, problem: null },
    { id, source: 'own', active: false, problem: expect.stringContaining('cannot be used') },
  ]);
  expect(await json(here, ['policy', 'info'])).toMatchObject({ source: 'shipped' });
});

it('lists what there is where the shipped one is gone, says that none decides, and lets an own one', async () => {
  const [here, installed] = [await project(), await workspace()];
  for (const part of ['bin', 'dist', 'package.json']) await cp(part, join(installed, part), { recursive: true });
  await symlink(resolve('node_modules'), join(installed, 'node_modules'));
  await cp(join('assets', 'policy'), join(here.dir, 'var', 'policies'), { recursive: true });
  const script = `shift; exec "$0" '${installed}/bin/environment-runtime.js' "$@"`;
  const before = await command(here, ['policy', 'list'], { script });
  expect(before.stderr).toContain('the installation is not complete');
  const [, id = ''] = before.stdout.match(/^ {2}([0-9a-f]{16}) +own/m) ?? [];
  expect((await command(here, ['policy', 'use', id], { script })).stdout).toContain(`${id} decides from now on.`);
  const { stdout, stderr } = await command(here, ['policy', 'list'], { script });
  expect([stdout, stderr]).toEqual([expect.stringContaining(`* ${id}  own`), '']);
});

it.each(['{}', '[]', 'null', '{', '{"metrics":{"holdout":{"count":"x","target_accuracy":"y"}}}', '\u0000'])(
  'takes a record such as %j for none, says so in one line, and goes on',
  async (text) => {
    const here = await project();
    const policies = join(here.dir, 'var', 'policies');
    const own = packPolicy(shipped.weights, { ...shipped, utterances: shipped.utterances() }, shipped.calibration, {
      ...shipped.provenance,
      seed: 99,
    });
    const id = shortId(own);
    await mkdir(policies, { recursive: true });
    await writeFile(join(policies, `${id}.bin`), own.bytes);
    await writeFile(join(policies, `${id}.json`), text);
    const listed = await command(here, ['policy', 'list']);
    expect(listed.code).toBe(0);
    expect(listed.stdout).toMatch(new RegExp(`^  ${id} +own *$`, 'm'));
    expect(listed.stderr.trim().split('\n')).toEqual([expect.stringContaining(`${id}.json is not the record of`)]);
    expect((await command(here, ['policy', 'use', id])).code).toBe(0);
    const info = await command(here, ['policy', 'info', '--lang', 'zh']);
    expect([info.code, info.stdout.trim()]).toEqual([0, `${id}  自有`]);
    expect(info.stderr).toContain(`${id}.json 不是这个策略的记录`);
    expect(await json(here, ['policy', 'info'])).toMatchObject({
      record: null,
      unread: expect.stringContaining('is not the record'),
    });
  },
);

it('mends a choice that cannot be read where the policy that decides already is used anew', async () => {
  const here = await damaged();
  const used = await command(here, ['policy', 'use', shortId(shipped)]);
  expect(used.code).toBe(0);
  const { stderr } = await command(here, ['policy', 'info']);
  expect(stderr).toBe('');
});

it('names the file of a policy that cannot be used', async () => {
  const here = await project();
  const policies = join(here.dir, 'var', 'policies');
  await mkdir(policies, { recursive: true });
  await writeFile(join(policies, '0011223344556677.bin'), 'no weights');
  for (const lang of ['en', 'zh']) {
    const { code, stderr } = await command(here, ['policy', 'use', '0011', '--lang', lang]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(join(policies, '0011223344556677.bin'))]);
  }
});
