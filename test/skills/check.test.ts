import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSkills } from '../../src/skills/check.js';
import { listPackages } from '../../src/skills/list.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { BUNDLED, LINT, places, roots, skill, writeFiles } from './folders.js';

const COMMENTED = `---
# what it is called
name: lint # short
description: Lints. # one sentence

# how it starts
workflow: run.sh # a shell script
allowed-tools: [Read, "Bash(git status:*)"] # tools
limits:
  # seconds
  wall_sec: 5
when_touse: oops
metadata:
  author: me # who
---

# Body --- with dashes

---
end\r
`;

describe('checking packages', () => {
  it('finds what reading finds, and what only authors care for', async () => {
    const made = await roots(BUNDLED, {
      ...LINT,
      'controller/lint/params.schema.json': '{"type": "object", "properties": {"a": {"minLength": -1}}}',
      'controller/bad/SKILL.md': skill({ name: 'bad', description: 'x' }),
    });
    const { diagnostics, fixed } = await checkSkills({ ...made }, { fix: false });
    expect(fixed).toEqual([]);
    const own = diagnostics.filter(({ file }) => file.includes('/user/'));
    expect(places(own)).toEqual([
      'controller/bad/SKILL.md:2 launch-missing',
      'controller/lint/examples.jsonl:1 examples-few',
      'controller/lint/params.schema.json:1 params-schema',
    ]);
    expect(own.every(({ message, fix }) => message.en !== '' && (fix.en !== '' || message.en.length > 20))).toBe(true);
  });

  it('names the keys of a skill that other products do not know; a workflow is ours alone', async () => {
    const own = '---\nname: share\ndescription: Shares.\nwhen_to_use: Somebody shares.\n---\n# share\n';
    const made = await roots({}, { ...LINT, 'executor/share/SKILL.md': own });
    const { diagnostics } = await checkSkills(made, { fix: false });
    expect(places(diagnostics.filter(({ code }) => code === 'non-spec-key'))).toEqual([
      'executor/share/SKILL.md:4 non-spec-key',
    ]);
  });

  it('asks for examples in the language that has none', async () => {
    const english = Array.from({ length: 10 }, (_, i) => JSON.stringify({ text: `lint ${i}` })).join('\n');
    const made = await roots({}, { ...LINT, 'controller/lint/examples.jsonl': english });
    const { diagnostics } = await checkSkills(made, { fix: false });
    expect(diagnostics.map(({ message }) => message.en).join()).toContain('no Chinese example');
  });

  it('moves what is not of the open layout under metadata, with its comments, and leaves the body alone', async () => {
    const made = await roots(BUNDLED, { ...LINT, 'controller/lint/SKILL.md': COMMENTED });
    const before = (await readCatalog(made, { strict: true })).types.get('lint');
    const file = join(made.user, 'controller/lint/SKILL.md');
    const { fixed, diagnostics } = await checkSkills(made, { fix: true });
    expect(fixed).toEqual([file]);
    expect(await readFile(file, 'utf8')).toBe(`---
# what it is called
name: lint # short
description: Lints. # one sentence
allowed-tools: Read Bash(git status:*) # tools
metadata:
  author: me # who

  # how it starts
  workflow: run.sh # a shell script
  limits:
    # seconds
    wall_sec: 5
  when_touse: oops
---
${COMMENTED.split('\n---\n').slice(1).join('\n---\n')}`);
    expect(places(diagnostics)).not.toContain('controller/lint/SKILL.md:4 non-spec-key');
    const after = (await readCatalog(made, { strict: true })).types.get('lint');
    expect(after).toEqual({ ...before, version: after?.version, metadata: { author: 'me', when_touse: 'oops' } });
    expect((await checkSkills(made, { fix: true })).fixed).toEqual([]);
  });

  it('keeps CRLF, and does not touch what it cannot read, a link, or a bundled package', async () => {
    const broken = '---\nname: [\nworkflow: x\n---\n';
    const made = await roots(BUNDLED, {
      'controller/crlf/SKILL.md':
        '---\r\nname: crlf\r\ndescription: C.\r\ncommand: ["true"]\r\nallowed-tools: []\r\n---\r\nbody\r\n',
      'controller/broken/SKILL.md': broken,
      'shared.md': skill({ name: 'linked', description: 'x', command: ['true'] }),
    });
    await writeFiles(made.user, { 'controller/linked/x': '' });
    await symlink('../../shared.md', join(made.user, 'controller/linked/SKILL.md'));
    const bundledText = await readFile(join(made.bundled, 'controller/functest/SKILL.md'), 'utf8');
    const { fixed } = await checkSkills(made, { fix: true });
    expect(fixed).toEqual([join(made.user, 'controller/crlf/SKILL.md')]);
    expect(await readFile(join(made.user, 'controller/crlf/SKILL.md'), 'utf8')).toBe(
      '---\r\nname: crlf\r\ndescription: C.\r\nmetadata:\r\n  command: ["true"]\r\n---\r\nbody\r\n',
    );
    expect(await readFile(join(made.user, 'controller/broken/SKILL.md'), 'utf8')).toBe(broken);
    expect(await readFile(join(made.bundled, 'controller/functest/SKILL.md'), 'utf8')).toBe(bundledText);
  });

  it('does not write a file whose metadata is no mapping', async () => {
    const text = '---\nname: lint\ndescription: x\nworkflow: run.sh\nmetadata: [a]\n---\n';
    const made = await roots({}, LINT);
    const file = join(made.user, 'controller/lint/SKILL.md');
    await writeFile(file, text);
    expect((await checkSkills(made, { fix: true })).fixed).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

describe('checking skills', () => {
  it('warns of one that requests will not find, and of a wait that is cut short', async () => {
    const made = await roots(BUNDLED, {
      ...LINT,
      'executor/doc/SKILL.md': skill({ name: 'doc', description: 'D.' }),
      'executor/slow/SKILL.md': skill({ name: 'slow', description: 'S.', command: ['true'], limits: { wall_sec: 90 } }),
    });
    const { diagnostics } = await checkSkills(made, { fix: false });
    const found = diagnostics.filter(({ file }) => file.includes('/executor/'));
    expect(found.map(({ file, code }) => [file.split('/').slice(-2).join('/'), code])).toContainEqual([
      'slow/SKILL.md',
      'limit-capped',
    ]);
    expect(found.map(({ file, code }) => [file.split('/').slice(-2).join('/'), code])).toContainEqual([
      'slow/examples.jsonl',
      'examples-few',
    ]);
    expect(found.filter(({ file, code }) => file.includes('/doc/') && code === 'examples-few')).toEqual([]);
  });
});

describe('listing packages', () => {
  it('gives a row each', async () => {
    const made = await roots(BUNDLED, {
      ...LINT,
      'executor/doc/SKILL.md': skill({ name: 'doc', description: 'D.' }),
      'executor/job/SKILL.md': skill({ name: 'job', description: 'J.', 'skill-mode': 'pyskill', command: ['true'] }),
      'controller/ai/SKILL.md': skill({ name: 'ai', description: 'A.', agent: 'coder' }),
      'controller/ai/params.schema.json': '{"properties": {"a": {}, "b": {}}, "required": ["b"]}',
    });
    const rows = listPackages(await readCatalog(made, { strict: true }), '/no/trust/file');
    expect(
      rows.map(({ name, task_type, source, runs, params }) => [name, task_type, source, runs, params.join(' ')]),
    ).toEqual([
      ['ai', 'ai', 'user', 'agent', 'a b*'],
      ['functest', 'functest', 'bundled', 'workflow', ''],
      ['lint', 'lint', 'user', 'workflow', ''],
      ['status', 'status', 'bundled', 'built-in', ''],
      ['doc', null, 'user', 'text', ''],
      ['job', null, 'user', 'pyskill', ''],
    ]);
  });
});
