import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { skillsIndex } from '../../src/skills/skills-index.js';
import { BUNDLED, LINT, places, readUser, roots, skill, writeFiles } from './folders.js';

describe('reading the packages', () => {
  it('fills in what a package does not say', async () => {
    const { packages, types, diagnostics } = await readUser(LINT);
    expect(diagnostics).toEqual([]);
    expect(packages.map(({ name }) => name)).toEqual(['functest', 'lint', 'status']);
    expect(types.get('lint')).toMatchObject({
      name: 'lint',
      kind: 'controller',
      source: 'user',
      description: 'Lints.',
      when_to_use: '',
      allowed_tools: [],
      task_type: 'lint',
      launch: { kind: 'workflow', path: 'run.sh' },
      skill_mode: null,
      agent: null,
      cwd: 'project',
      limits: { wall_sec: 3600, idle_sec: 600, output_bytes: 2 ** 30 },
      idempotent: false,
      max_attempts: 1,
      params_schema: null,
      examples: [],
      overlays: [],
      metadata: {},
    });
  });

  it('understands everything a package can say', async () => {
    const { packages, diagnostics } = await readUser({
      'controller/load/SKILL.md': skill({
        name: 'load',
        description: 'Loads.',
        'task-type': 'loadtest',
        command: ['k6', 'run', '--vus={vus}', 5],
        cwd: 'package',
        limits: { wall_sec: 60, output_bytes: 1000 },
        idempotent: true,
        max_attempts: 3,
        'allowed-tools': 'Bash(git status:*) Read',
      }),
      'controller/load/params.schema.json':
        '{"type": "object", "properties": {"vus": {"type": "integer", "default": 1}}}',
      'controller/load/examples.jsonl': '{"text": "load it", "lang": "en"}\n\n{"text": "压测", "params": {"vus": 3}}',
    });
    expect(diagnostics).toEqual([]);
    expect(packages.find(({ name }) => name === 'load')).toMatchObject({
      task_type: 'loadtest',
      launch: { kind: 'command', argv: ['k6', 'run', '--vus={vus}', '5'] },
      cwd: 'package',
      limits: { wall_sec: 60, idle_sec: 60, output_bytes: 1000 },
      idempotent: true,
      max_attempts: 3,
      agent: null,
      allowed_tools: ['Bash(git status:*)', 'Read'],
      params_schema: { type: 'object', properties: { vus: { type: 'integer', default: 1 } } },
      examples: [
        { text: 'load it', lang: 'en', params: null },
        { text: '压测', lang: null, params: { vus: 3 } },
      ],
    });
  });

  it('gives skills the limits of their mode', async () => {
    const made = await roots(
      {},
      {
        'executor/a/SKILL.md': skill({ name: 'a', description: 'A.', 'skill-mode': 'process', workflow: 'x.py' }),
        'executor/a/x.py': '',
        'executor/b/SKILL.md': skill({ name: 'b', description: 'B.', command: ['true'] }),
        'executor/c/SKILL.md': skill({ name: 'c', description: 'Only text.' }),
      },
    );
    const { packages } = await readCatalog(made, { strict: true, pyskill_timeout_sec: 99 });
    expect(packages.map(({ skill_mode, limits, task_type }) => [skill_mode, limits.wall_sec, task_type])).toEqual([
      ['pyskill', 99, null],
      ['sync', 60, null],
      [null, 60, null],
    ]);
  });

  it('accepts the open Agent Skills layout, with our keys under metadata', async () => {
    const { types, diagnostics } = await readUser({
      'controller/lint/SKILL.md':
        '---\nname: lint\ndescription: Lints.\nlicense: MIT\nallowed-tools: Read Grep\nmetadata:\n  author: me\n  task_type: style\n  workflow: run.sh\n  limits: {wall-sec: 5}\n---\n',
      'controller/lint/run.sh': '',
    });
    expect(diagnostics).toEqual([]);
    expect(types.get('style')).toMatchObject({
      allowed_tools: ['Read', 'Grep'],
      metadata: { author: 'me' },
      limits: { wall_sec: 5, idle_sec: 5 },
    });
  });

  it("lets a user's package win by name, and by task type", async () => {
    const own = (fields: object) => ({
      'controller/mine/SKILL.md': skill({ description: 'Mine.', workflow: 'w.sh', ...fields }),
      'controller/mine/w.sh': '',
    });
    const byName = await readUser(own({ name: 'functest' }));
    expect(byName.types.get('functest')).toMatchObject({ source: 'user', description: 'Mine.' });
    const byType = await readUser(own({ name: 'mine', 'task-type': 'functest' }));
    expect(byType.packages.map(({ name }) => name)).toEqual(['mine', 'status']);
  });

  it.each(['functest', 'functest_task', 'functest-task'])(
    'lays the texts of a folder %s over the bundled type',
    async (folder) => {
      const { types, diagnostics } = await readUser({
        [`controller/${folder}/SKILL.md`]: skill({ name: folder, when_to_use: '要跑用例' }),
        [`controller/${folder}/examples.jsonl`]: '{"text": "跑用例"}',
      });
      expect(diagnostics).toEqual([]);
      const pkg = types.get('functest');
      expect(pkg).toMatchObject({ source: 'bundled', description: 'Runs tests.', when_to_use: '要跑用例' });
      expect(pkg?.examples.map(({ text }) => text)).toEqual(['跑用例']);
      expect(pkg?.overlays).toHaveLength(1);
      expect(pkg?.launch).toEqual({ kind: 'workflow', path: 'workflow.mjs' });
      expect(pkg?.version).not.toBe((await readUser({})).types.get('functest')?.version);
    },
  );

  it('lets status be overlaid but not replaced', async () => {
    const texts = await readUser({ 'controller/status/SKILL.md': skill({ name: 'status', description: '进展' }) });
    expect(texts.types.get('status')).toMatchObject({ source: 'bundled', description: '进展' });
    const replaced = await readUser({
      'controller/status/SKILL.md': skill({ name: 'status', description: 'x', command: ['true'] }),
      'controller/other/SKILL.md': skill({ name: 'other', description: 'x', 'task-type': 'cancel', command: ['true'] }),
    });
    expect(replaced.types.get('status')).toMatchObject({ source: 'bundled', launch: null });
    expect(places(replaced.diagnostics)).toEqual([
      'controller/other/SKILL.md:2 type-reserved',
      'controller/status/SKILL.md:2 type-reserved',
    ]);
  });

  it.each([
    ['controller', { name: 'pyskill_task', command: ['true'] }],
    ['controller', { name: 'mine', 'task-type': 'pyskill_task', command: ['true'] }],
    ['controller', { name: 'pyskill_task', agent: 'runtime-agent:codex' }],
    ['executor', { name: 'pyskill_task', command: ['true'], 'skill-mode': 'pyskill' }],
  ])('lets no package take the name of the record of a completion: %s %o', async (kind, fields) => {
    const { packages, diagnostics } = await readUser({
      [`${kind}/mine/SKILL.md`]: skill({ ...fields, description: 'x' }),
    });
    expect(packages.map(({ name }) => name)).toEqual(['functest', 'status']);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => code)).toEqual(['type-reserved']);
  });

  it('keeps a skill that is called like a built-in type', async () => {
    const { packages, diagnostics } = await readUser({
      'executor/status/SKILL.md': skill({ name: 'status', description: 'x' }),
    });
    expect(packages.map(({ kind, name }) => `${kind} ${name}`)).toContain('executor status');
    expect(diagnostics).toEqual([]);
  });

  it('says what an overlay cannot change', async () => {
    const { diagnostics } = await readUser({
      'controller/functest/SKILL.md': skill({ name: 'functest', limits: { wall_sec: 1 } }),
    });
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'overlay-ignored' }]);
  });

  it('leaves out one bad package and loads the rest; strict refuses', async () => {
    const files = { ...LINT, 'controller/bad/SKILL.md': skill({ name: 'bad', description: 'x', workflow: 'gone.sh' }) };
    const made = await roots(BUNDLED, files);
    const catalog = await readCatalog(made, { strict: false });
    expect(catalog.packages.map(({ name }) => name)).toEqual(['functest', 'lint', 'status']);
    expect(places(catalog.diagnostics)).toEqual(['controller/bad/SKILL.md:4 workflow-missing']);
    await expect(readCatalog(made, { strict: true })).rejects.toMatchObject({ code: 'STRICT_SKILLS', exitCode: 2 });
    await expect(readCatalog(made, { strict: true })).rejects.toThrow(
      /bad\/SKILL\.md:4: workflow: there is no file gone\.sh/,
    );
  });

  it('reports packages of the user that claim the same name or task type', async () => {
    const { diagnostics, types } = await readUser({
      'controller/a/SKILL.md': skill({ name: 'a', description: 'x', 'task-type': 't', command: ['true'] }),
      'controller/b/SKILL.md': skill({ name: 'b', description: 'x', 'task-type': 't', command: ['true'] }),
      'controller/c/SKILL.md': skill({ name: 'a', description: 'x', 'task-type': 'u', command: ['true'] }),
    });
    expect(places(diagnostics)).toEqual([
      'controller/b/SKILL.md:2 task-type-taken',
      'controller/c/SKILL.md:2 name-folder',
      'controller/c/SKILL.md:2 name-taken',
    ]);
    expect(types.get('t')?.name).toBe('a');
  });

  it('reads a root once when the user works inside the bundled one, and none where there is none', async () => {
    const made = await roots(BUNDLED, {});
    const same = await readCatalog({ bundled: made.bundled, user: made.bundled }, { strict: true });
    expect(same.packages).toHaveLength(2);
    const none = await readCatalog({ bundled: made.bundled, user: join(made.user, 'nowhere') }, { strict: true });
    expect(none.packages).toHaveLength(2);
  });

  it('changes the version with the contents and not with what is left out of a package', async () => {
    const made = await roots({}, LINT);
    const version = async () => (await readCatalog(made, { strict: true })).types.get('lint')?.version;
    const first = await version();
    await writeFiles(made.user, {
      'controller/lint/.cache/x': 'x',
      'controller/lint/node_modules/y': 'y',
      'controller/lint/__pycache__/z.pyc': 'z',
    });
    await chmod(join(made.user, 'controller/lint/run.sh'), 0o755);
    expect(await version()).toBe(first);
    await writeFile(join(made.user, 'controller/lint/run.sh'), 'echo no\n');
    const second = await version();
    expect(second).not.toBe(first);
    await mkdir(join(made.user, 'controller/lint/lib'));
    await writeFile(join(made.user, 'controller/lint/lib/a.sh'), '');
    expect(await version()).not.toBe(second);
  });

  it('tells the controller one line a package, in a stable order', async () => {
    const catalog = await readUser({
      ...LINT,
      'executor/zz/SKILL.md': skill({ name: 'zz', description: `${'长'.repeat(300)}\n second line` }),
      'executor/aa/SKILL.md': skill({ name: 'aa', description: 'A.', 'skill-mode': 'pyskill', command: ['true'] }),
    });
    const index = skillsIndex(catalog);
    expect(index).toBe(
      [
        'task_type functest | Runs tests. | Tests are wanted.',
        'task_type lint | Lints.',
        'task_type status | Says how things stand.',
        'skill aa (pyskill) | A.',
        `skill zz | ${'长'.repeat(240)}…`,
      ].join('\n'),
    );
  });
});
