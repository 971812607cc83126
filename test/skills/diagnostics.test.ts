import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { idle } from './attempts.js';
import { type Files, LINT, places, readUser, roots, skill } from './folders.js';

const CHINESE = /\p{Script=Han}/u;

const SCHEMA = 'controller/p/params.schema.json';
const withSchema = (schema: unknown): Files => ({
  'controller/p/SKILL.md': skill({ name: 'p', description: 'P.', command: ['true'] }),
  [SCHEMA]: typeof schema === 'string' ? schema : JSON.stringify(schema, null, 1),
});
const param = (spec: unknown): Files => withSchema({ type: 'object', properties: { a: spec } });
const front = (text: string): Files => ({ 'controller/p/SKILL.md': text, 'controller/p/run.sh': '' });

describe('a package with a mistake', () => {
  it.each<[string, Files, string]>([
    ['no front matter', front('# title\n'), 'controller/p/SKILL.md:1 front-matter-missing'],
    ['an open front matter', front('---\nname: p\n'), 'controller/p/SKILL.md:1 front-matter-open'],
    [
      '100 KB of front matter',
      front(`---\n${'# x\n'.repeat(25_000)}---\n`),
      'controller/p/SKILL.md:1 front-matter-too-long',
    ],
    ['malformed YAML', front('---\nname: p\ndescription: [\n---\n'), 'controller/p/SKILL.md:4 front-matter-yaml'],
    ['a list as front matter', front('---\n- a\n---\n'), 'controller/p/SKILL.md:2 front-matter-shape'],
    ['an empty front matter', front('---\n---\n'), 'controller/p/SKILL.md:2 front-matter-shape'],
    ['an anchor', front('---\nname: &a p\ndescription: *a\n---\n'), 'controller/p/SKILL.md:3 front-matter-yaml'],
    ['a tag', front('---\nname: !!js/function p\n---\n'), 'controller/p/SKILL.md:2 front-matter-yaml'],
    ['a key twice', front('---\nname: p\nname: q\n---\n'), 'controller/p/SKILL.md:3 front-matter-yaml'],
    [
      'deep nesting',
      front(`---\nmetadata: ${'['.repeat(40)}${']'.repeat(40)}\n---\n`),
      'controller/p/SKILL.md:2 front-matter-yaml',
    ],
    ['a NUL byte', front('---\nname: p\ndescription: a\0b\n---\n'), 'controller/p/SKILL.md:3 not-text'],
    [
      'a NUL in an escape',
      front('---\nname: p\ndescription: x\nworkflow: "a\\0b"\n---\n'),
      'controller/p/SKILL.md:4 workflow-nul',
    ],
    [
      'a binary file',
      { 'controller/p/SKILL.md': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]) },
      'controller/p/SKILL.md:1 front-matter-missing',
    ],
    [
      'GBK',
      {
        'controller/p/SKILL.md': Buffer.from([
          0x2d, 0x2d, 0x2d, 0x0a, 0x61, 0x3a, 0xd6, 0xd0, 0x0a, 0x2d, 0x2d, 0x2d, 0x0a,
        ]),
      },
      'controller/p/SKILL.md:2 not-text',
    ],
    ['no description', front(skill({ name: 'p', workflow: 'run.sh' })), 'controller/p/SKILL.md:2 description-missing'],
    [
      'a number for a name',
      front(skill({ name: 5, description: 'x', workflow: 'run.sh' })),
      'controller/p/SKILL.md:2 field-type',
    ],
    [
      'a name with a slash',
      front(skill({ name: '../x', description: 'x', workflow: 'run.sh' })),
      'controller/p/SKILL.md:2 field-type',
    ],
    [
      'neither workflow nor command',
      front(skill({ name: 'p', description: 'x' })),
      'controller/p/SKILL.md:2 launch-missing',
    ],
    [
      'both',
      front(skill({ name: 'p', description: 'x', workflow: 'run.sh', command: ['true'] })),
      'controller/p/SKILL.md:5 launch-twice',
    ],
    [
      'a program and an agent',
      front(skill({ name: 'p', description: 'x', command: ['true'], agent: 'coder' })),
      'controller/p/SKILL.md:5 launch-twice',
    ],
    [
      'a workflow outside',
      front(skill({ name: 'p', description: 'x', workflow: '../../x.sh' })),
      'controller/p/SKILL.md:4 workflow-outside',
    ],
    [
      'an absolute workflow',
      front(skill({ name: 'p', description: 'x', workflow: '/bin/sh' })),
      'controller/p/SKILL.md:4 workflow-outside',
    ],
    [
      'a folder for a workflow',
      front(skill({ name: 'p', description: 'x', workflow: '.' })),
      'controller/p/SKILL.md:4 workflow-not-regular',
    ],
    [
      'a workflow of no kind',
      { ...front(skill({ name: 'p', description: 'x', workflow: 'a.txt' })), 'controller/p/a.txt': '' },
      'controller/p/SKILL.md:4 workflow-kind',
    ],
    [
      'a command line as text',
      front(skill({ name: 'p', description: 'x', command: 'rm -rf /' })),
      'controller/p/SKILL.md:4 field-type',
    ],
    [
      'a program from a parameter',
      front(skill({ name: 'p', description: 'x', command: ['{a}'] })),
      'controller/p/SKILL.md:4 command-program',
    ],
    [
      'a parameter nobody declares',
      front(skill({ name: 'p', description: 'x', command: ['echo', '{a}'] })),
      'controller/p/SKILL.md:4 command-param',
    ],
    [
      'no limit',
      front(skill({ name: 'p', description: 'x', workflow: 'run.sh', limits: { wall_sec: 0 } })),
      'controller/p/SKILL.md:5 limit-value',
    ],
    [
      'a limit below nothing',
      front(skill({ name: 'p', description: 'x', workflow: 'run.sh', limits: { idle_sec: -1 } })),
      'controller/p/SKILL.md:5 limit-value',
    ],
    [
      'an endless limit',
      front('---\nname: p\ndescription: x\nworkflow: run.sh\nlimits:\n  wall_sec: .inf\n---\n'),
      'controller/p/SKILL.md:6 limit-value',
    ],
    [
      'a limit nobody knows',
      front(skill({ name: 'p', description: 'x', workflow: 'run.sh', limits: { wall: 5 } })),
      'controller/p/SKILL.md:5 unknown-limit',
    ],
    [
      'a mode without a program',
      { 'executor/p/SKILL.md': skill({ name: 'p', description: 'x', 'skill-mode': 'sync' }) },
      'executor/p/SKILL.md:4 launch-missing',
    ],
    [
      'a mode nobody knows',
      { 'executor/p/SKILL.md': skill({ name: 'p', description: 'x', 'skill-mode': 'fast', command: ['true'] }) },
      'executor/p/SKILL.md:4 field-type',
    ],
    [
      'an example that is no JSON',
      { ...LINT, 'controller/lint/examples.jsonl': '{"text": "a"}\n{"text": \n' },
      'controller/lint/examples.jsonl:2 example',
    ],
    [
      'an example without text',
      { ...LINT, 'controller/lint/examples.jsonl': '\n{"txt": "a"}' },
      'controller/lint/examples.jsonl:2 example',
    ],
    [
      '10 MB of examples',
      { ...LINT, 'controller/lint/examples.jsonl': '{"text": "a"}\n'.repeat(800_000) },
      'controller/lint/examples.jsonl:1 too-large',
    ],
    [
      'binary examples',
      { ...LINT, 'controller/lint/examples.jsonl': Buffer.from([0x0a, 0, 1]) },
      'controller/lint/examples.jsonl:2 binary',
    ],
    ['a schema that is no JSON', withSchema('{\n "type": "object",\n}'), `${SCHEMA}:3 params-schema-json`],
    ['a schema that is a list', withSchema([]), `${SCHEMA}:1 params-schema`],
    ['a type nobody knows', param({ type: 'text' }), `${SCHEMA}:5 params-schema`],
    [
      'a required parameter nobody declares',
      withSchema({ type: 'object', properties: {}, required: ['b'] }),
      `${SCHEMA}:5 params-schema`,
    ],
    ['a default that does not fit', param({ type: 'integer', default: 'x' }), `${SCHEMA}:6 params-schema`],
    ['a default outside the enum', param({ enum: ['a'], default: 'b' }), `${SCHEMA}:8 params-schema`],
    ['a minimum above the maximum', param({ minimum: 2, maximum: 1 }), `${SCHEMA}:5 params-schema`],
    ['a pattern that does not compile', param({ 'x-extract': { pattern: '(' } }), `${SCHEMA}:6 params-schema`],
    ['a pattern that takes for ever', param({ 'x-extract': { pattern: '(a+)+$' } }), `${SCHEMA}:6 params-schema`],
    ['a keyword pattern that takes for ever', param({ pattern: '^(\\w|\\d)+$' }), `${SCHEMA}:5 params-schema`],
    ['a group that is not there', param({ 'x-extract': { pattern: 'a', group: 2 } }), `${SCHEMA}:7 params-schema`],
    ['a reference to elsewhere', param({ $ref: 'http://h/schema.json' }), `${SCHEMA}:5 params-schema`],
    [
      'a schema nested without end',
      param(JSON.parse(`${'{"items":'.repeat(60)}{}${'}'.repeat(60)}`)),
      `${SCHEMA}:6 params-schema`,
    ],
  ])('is left out for %s, and the place is named', async (_, files, place) => {
    const { packages, diagnostics } = await readUser(files, {}, idle);
    expect(packages).toEqual([]);
    expect(places(diagnostics.filter(({ severity }) => severity === 'error'))).toContain(place);
    for (const { message, fix } of diagnostics) {
      expect(message.zh).toMatch(CHINESE);
      if (fix.en !== '') expect(fix.zh).toMatch(CHINESE);
    }
  });

  it.each<[string, Files, string]>([
    [
      'a key nobody knows',
      {
        ...LINT,
        'controller/lint/SKILL.md': skill({ name: 'lint', description: 'x', workflow: 'run.sh', when_touse: 'y' }),
      },
      'Did you mean when_to_use?',
    ],
    [
      'a name that is not the folder',
      { ...LINT, 'controller/lint/SKILL.md': skill({ name: 'style', description: 'x', workflow: 'run.sh' }) },
      'the folder is lint',
    ],
    [
      'no name',
      { ...LINT, 'controller/lint/SKILL.md': skill({ description: 'x', workflow: 'run.sh' }) },
      'name is missing',
    ],
    [
      'attempts that are not safe',
      {
        ...LINT,
        'controller/lint/SKILL.md': skill({ name: 'lint', description: 'x', workflow: 'run.sh', max_attempts: 3 }),
      },
      'needs idempotent: true',
    ],
  ])('loads in spite of %s, with a warning', async (_, files, message) => {
    const { packages, diagnostics } = await readUser(files, {});
    expect(packages).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ severity: 'warning', message: { en: expect.stringContaining(message) } }]);
  });

  it.each([
    [['./soak.sh', 'queue', '--ratio', '{a}'], ['command-dangling']],
    [['./soak.sh', 'queue', '--ratio={a}', '{a}'], []],
    [['./soak.sh', 'queue', '--mode=hard', '{a}'], []],
  ])(
    'an optional parameter alone in an item is complained of only after an option that waits for it: %j',
    async (command, codes) => {
      const { diagnostics } = await readUser(
        { ...param({ type: 'string' }), 'controller/p/SKILL.md': skill({ name: 'p', description: 'x', command }) },
        {},
      );
      expect(diagnostics.map(({ code }) => code).filter((code) => code.startsWith('command-'))).toEqual(codes);
    },
  );

  it.each([
    [['sh', '-c', 'pytest {a}']],
    [['bash', '-lc', 'pytest {a}']],
    [['env', 'python3', '-c', 'print({a})']],
    [['node', '--eval', '{a}']],
  ])('is left out where a parameter would become a program: %j', async (command) => {
    const { packages, diagnostics } = await readUser(
      { ...param({ type: 'string' }), 'controller/p/SKILL.md': skill({ name: 'p', description: 'x', command }) },
      {},
    );
    expect(packages).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: 'command-code', line: 4 }]);
  });
});

describe('what lies in a skills folder and is not a file of it', () => {
  it('is never followed out of the root', async () => {
    const made = await roots({}, LINT);
    const outside = join(made.user, '..', 'outside');
    await mkdir(join(outside, 'evil'), { recursive: true });
    await writeFile(join(outside, 'evil', 'SKILL.md'), skill({ name: 'evil', description: 'x', command: ['true'] }));
    await writeFile(join(outside, 'run.sh'), '');
    const controller = join(made.user, 'controller');
    await symlink(join(outside, 'evil'), join(controller, 'evil'));
    await mkdir(join(controller, 'text'));
    await symlink(join(outside, 'evil', 'SKILL.md'), join(controller, 'text', 'SKILL.md'));
    await mkdir(join(controller, 'work'));
    await writeFile(
      join(controller, 'work', 'SKILL.md'),
      skill({ name: 'work', description: 'x', workflow: 'run.sh' }),
    );
    await symlink(join(outside, 'run.sh'), join(controller, 'work', 'run.sh'));
    await symlink('loop', join(controller, 'loop'));
    await symlink('/etc', join(controller, 'lint', 'etc'));
    const { packages, diagnostics } = await readCatalog(made, { strict: false });
    expect(packages.map(({ name }) => name)).toEqual(['lint']);
    expect(places(diagnostics).sort()).toEqual([
      'controller/evil:1 link-outside',
      'controller/lint/SKILL.md:1 link-outside',
      'controller/loop:1 link-link-loop',
      'controller/text/SKILL.md:1 link-outside',
      'controller/text/SKILL.md:1 link-outside',
      'controller/work/SKILL.md:1 link-outside',
      'controller/work/SKILL.md:4 workflow-outside',
    ]);
  });

  it('is followed inside the root, so that two packages can share a file', async () => {
    const made = await roots(
      {},
      { ...LINT, 'controller/style/SKILL.md': skill({ name: 'style', description: 'x', command: ['true'] }) },
    );
    await symlink('lint', join(made.user, 'controller', 'zlint'));
    await symlink('../lint/run.sh', join(made.user, 'controller', 'style', 'run.sh'));
    const { packages, diagnostics } = await readCatalog(made, { strict: false });
    expect(packages.map(({ name }) => name)).toEqual(['lint', 'style']);
    expect(places(diagnostics)).toEqual([
      'controller/zlint/SKILL.md:2 name-folder',
      'controller/zlint/SKILL.md:2 name-taken',
    ]);
  });

  it('does not make the reader wait or fail: FIFOs, plain files, folders of nothing', async () => {
    const made = await roots({}, LINT);
    const controller = join(made.user, 'controller');
    await mkdir(join(controller, 'pipe'));
    execFileSync('mkfifo', [
      join(controller, 'pipe', 'SKILL.md'),
      join(controller, 'lint', 'events'),
      join(controller, 'fifo'),
    ]);
    await mkdir(join(controller, 'empty'));
    await mkdir(join(controller, '.git'));
    await writeFile(join(controller, 'README.md'), '# not a package\n');
    await mkdir(join(controller, 'folder', 'SKILL.md'), { recursive: true });
    const { packages, diagnostics } = await readCatalog(made, { strict: false });
    expect(packages.map(({ name }) => name)).toEqual(['lint']);
    expect(places(diagnostics).sort()).toEqual([
      'controller/empty/SKILL.md:1 skill-md-missing',
      'controller/folder/SKILL.md:1 not-regular',
      'controller/lint/SKILL.md:1 not-regular',
      'controller/pipe/SKILL.md:1 not-regular',
      'controller/pipe/SKILL.md:1 not-regular',
    ]);
  });

  it('executes nothing while it is read', async () => {
    const made = await roots(
      {},
      {
        'controller/evil/SKILL.md': skill({ name: 'evil', description: 'x', workflow: 'run.sh' }),
        'controller/evil/run.sh': '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n',
        'controller/evil/package.json': '{"scripts": {"postinstall": "touch ran"}}',
        'controller/evil/index.mjs': 'import "node:fs"; process.exit(3);',
      },
    );
    await chmod(join(made.user, 'controller/evil/run.sh'), 0o755);
    const { manifest } = await readCatalog(made, { strict: true });
    expect(manifest.map(({ path }) => path).filter((path) => path.endsWith('ran'))).toEqual([]);
  });
});
