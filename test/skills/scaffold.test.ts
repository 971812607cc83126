import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSkills } from '../../src/skills/check.js';
import { argvOf } from '../../src/skills/launch.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { scaffoldKind, scaffoldPackage } from '../../src/skills/scaffold.js';
import { SCAFFOLD_KINDS } from '../../src/skills/scaffold-kinds.js';
import { workspace } from '../harness/workspace.js';
import { roots } from './folders.js';

describe('a new package', () => {
  it.each(SCAFFOLD_KINDS)('of kind %s loads, has nothing to complain of, and runs', async (kind) => {
    const made = await roots({}, {});
    const { dir, files } = scaffoldPackage({ root: made.user, name: 'smoke-check', kind });
    expect(files.every((file) => file.startsWith(dir))).toBe(true);
    const { packages } = await readCatalog(made, { strict: true });
    const [pkg] = packages;
    if (pkg === undefined) throw new Error('the package did not load');
    const { diagnostics } = await checkSkills(made, { fix: false });
    expect(diagnostics.filter(({ code }) => code !== 'non-spec-key')).toEqual([]);
    expect(pkg.examples.some(({ text }) => /\p{Script=Han}/u.test(text))).toBe(true);

    const job = await workspace();
    const [program = '', ...args] = argvOf(pkg, { target: 'login' });
    const input = JSON.stringify({ task: {}, params: { target: 'login' }, language: 'zh' });
    const stdout = execFileSync(program, args, {
      ...(kind === 'command' ? {} : { input }),
      cwd: job,
      env: { ...process.env, ER_JOB_DIR: job },
      encoding: 'utf8',
    });
    if (kind === 'command') expect(stdout).toBe('checked login\n');
    else if (kind === 'sync') expect(stdout).toContain('got a request of');
    else {
      const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { task_status: string };
      expect(result).toMatchObject({ task_status: 'done', data: { verdict: 'passed' } });
      const events = (await readFile(join(job, 'events.jsonl'), 'utf8')).trim().split('\n');
      expect(events.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['step', 'progress']);
    }
  });

  it('may have a name in any script', async () => {
    const made = await roots({}, {});
    scaffoldPackage({ root: made.user, name: '登录检查', kind: 'command' });
    const { types } = await readCatalog(made, { strict: true });
    expect(types.has('登录检查')).toBe(true);
  });

  it.each([
    '',
    '.',
    '..',
    '../x',
    '/x',
    'a/b',
    'a\\b',
    'a\0b',
    'a\nb',
    '-x',
    '.x',
    'x.',
    'a b',
    'status',
    'pyskill_task',
    'Executor',
    'x'.repeat(65),
    '__pycache__',
    'a"b',
  ])('is refused the name %j', async (name) => {
    const root = join(await workspace(), 'skills');
    expect(() => scaffoldPackage({ root, name, kind: 'command' })).toThrow(/cannot be a package's name/);
    await expect(readdir(root)).rejects.toThrow(/ENOENT/);
  });

  it('is refused where a folder of that name is, or where it would lie outside the root', async () => {
    const root = await workspace();
    scaffoldPackage({ root, name: 'a', kind: 'workflow-sh' });
    const before = await readFile(join(root, 'controller/a/SKILL.md'), 'utf8');
    expect(() => scaffoldPackage({ root, name: 'a', kind: 'workflow-python' })).toThrow(/already exists/);
    expect(await readFile(join(root, 'controller/a/SKILL.md'), 'utf8')).toBe(before);
    const outside = await workspace();
    await mkdir(join(outside, 'elsewhere'));
    await symlink(join(outside, 'elsewhere'), join(root, 'executor'));
    expect(() => scaffoldPackage({ root, name: 'b', kind: 'sync' })).toThrow(/leads out of the skills folder/);
    expect(await readdir(join(outside, 'elsewhere'))).toEqual([]);
  });

  it('names the kinds there are', () => {
    expect(scaffoldKind('sync')).toBe('sync');
    expect(() => scaffoldKind('workflow-pyton')).toThrow(/Did you mean workflow-python\?/);
    expect(() => scaffoldKind('x')).toThrow(/Known: workflow-python, workflow-sh, command, pyskill, sync\./);
  });
});
