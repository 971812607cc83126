import { execFileSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argvOf } from '../../src/skills/launch.js';
import type { Package } from '../../src/skills/package.js';
import type { ParamSchema } from '../../src/skills/params-schema.js';
import { readCatalog } from '../../src/skills/read-catalog.js';
import { roots, skill, writeFiles } from './folders.js';

function command(
  argv: string[],
  properties: Record<string, ParamSchema> | null = null,
  required: string[] = [],
): Package {
  return {
    name: 'p',
    kind: 'controller',
    dir: '/nowhere',
    source: 'user',
    version: '',
    description: '',
    when_to_use: '',
    allowed_tools: [],
    task_type: 'p',
    launch: { kind: 'command', argv },
    skill_mode: null,
    agent: null,
    cwd: 'project',
    limits: { wall_sec: 1, idle_sec: 1, output_bytes: 1 },
    idempotent: false,
    max_attempts: 1,
    params_schema: properties && { type: 'object', properties, required },
    examples: [],
    overlays: [],
    metadata: {},
  };
}

const optional = { a: {}, b: {} };

describe('the argv of a command', () => {
  it.each<[string[], Record<string, unknown>, string[]]>([
    [['x', '{a}'], { a: 'one two; rm -rf "$HOME"' }, ['x', 'one two; rm -rf "$HOME"']],
    [['x', '--a={a}', '{b}'], { a: '-1', b: 3 }, ['x', '--a=-1', '3']],
    [['x', '{a}{b}'], { a: 'l', b: true }, ['x', 'ltrue']],
    [['x', '{a}'], { a: ['p', 1], b: null }, ['x', '["p",1]']],
    [['x', '{a}', '--b={b}'], {}, ['x']],
    [['x', '{a}'], { a: '' }, ['x', '']],
    [['x', '--', '{a}'], { a: '-rf' }, ['x', '--', '-rf']],
    [['x', '{{a}}', '{ a }', '{print $1}', '{}'], { a: '1' }, ['x', '{a}', '{ a }', '{print $1}', '{}']],
    [['x', '{a}'], { a: '{b}', b: 'no' }, ['x', '{b}']],
    [['x', '{a}'], { a: '$& $1' }, ['x', '$& $1']],
  ])('%j with %j is %j', (argv, params, expected) => {
    expect(argvOf(command(argv, optional), params)).toEqual(expected);
  });

  it('needs a value for what the schema requires, and for everything without a schema', () => {
    expect(() => argvOf(command(['x', '{a}'], optional, ['a']), {})).toThrow(/needs a value for \{a\}/);
    expect(() => argvOf(command(['x', '{a}']), { a: null })).toThrow(/needs a value for \{a\}/);
    expect(() => argvOf(command(['x', '{constructor}'], optional), {})).toThrow(/needs a value for \{constructor\}/);
  });

  it('refuses a value that would become an option, unless the schema allows it', () => {
    expect(() => argvOf(command(['x', '{a}'], optional), { a: '--output=/etc/passwd' })).toThrow(/starts with "-"/);
    expect(() => argvOf(command(['x', '{a}'], optional), { a: -5 })).toThrow(/starts with "-"/);
    expect(() => argvOf(command(['x', '{a}{b}'], optional), { a: '', b: '-v' })).toThrow(/starts with "-"/);
    expect(argvOf(command(['x', '{a}'], { a: { 'x-allow-dash': true } }), { a: '-v' })).toEqual(['x', '-v']);
  });

  it('refuses a NUL, and a package with nothing to start', () => {
    expect(() => argvOf(command(['x', '--a={a}'], optional), { a: 'a\0b' })).toThrow(/NUL/);
    expect(() => argvOf({ ...command(['x']), launch: null }, {})).toThrow(/neither a workflow nor a command/);
  });

  it('never has more items than the template, never splits a value, and never gains an option', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('-x', '--', '{b}', '{{a}}', '$(id)', ' ', '\n'), fc.integer());
    const item = fc.oneof(fc.constantFrom('{a}', '{b}', '--k={a}', '{a}/{b}', '--', '-v', 'plain'), fc.string());
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 6 }),
        fc.record({ a: value, b: value }, { requiredKeys: [] }),
        (items, params) => {
          const template = ['prog', ...items.filter((text) => !/\{(?!\{?[ab]\})/.test(text))];
          let argv: string[];
          try {
            argv = argvOf(command(template, optional), params);
          } catch (error) {
            expect((error as { code: string }).code).toBe('ARGUMENT_REFUSED');
            return;
          }
          expect(argv[0]).toBe('prog');
          expect(argv.length).toBeLessThanOrEqual(template.length);
          const end = argv.indexOf('--') < 0 ? argv.length : argv.indexOf('--');
          const options = argv.slice(0, end).filter((text) => text.startsWith('-'));
          const given = template.filter((text) => text.startsWith('-'));
          expect(options.length).toBeLessThanOrEqual(given.length);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the argv of a workflow', () => {
  async function workflow(name: string, text: string, mode = 0o644): Promise<{ argv: string[]; file: string }> {
    const made = await roots({}, { 'controller/p/SKILL.md': skill({ name: 'p', description: 'x', workflow: name }) });
    await writeFiles(made.user, { [`controller/p/${name}`]: text });
    const file = join(made.user, 'controller', 'p', name);
    await chmod(file, mode);
    const pkg = (await readCatalog(made, { strict: true })).types.get('p');
    if (pkg === undefined) throw new Error('the package did not load');
    return { argv: argvOf(pkg, {}), file };
  }

  it.each([
    ['w.mjs', 'console.log("ran")', [process.execPath]],
    ['w.js', 'console.log("ran")', [process.execPath]],
    ['w.py', 'print("ran")', ['python3']],
    ['w.sh', 'echo ran', ['sh']],
  ])('starts %s with its interpreter', async (name, text, interpreter) => {
    for (const mode of [0o644, 0o755]) {
      const { argv, file } = await workflow(name, text, mode);
      expect(argv).toEqual([...interpreter, file]);
      const [program = '', ...rest] = argv;
      expect(execFileSync(program, rest, { encoding: 'utf8' })).toBe('ran\n');
    }
  });

  it('starts an executable by itself, in whatever language', async () => {
    const { argv, file } = await workflow('dir/w', '#!/usr/bin/env python3\nprint("ran")\n', 0o755);
    expect(argv).toEqual([file]);
    expect(execFileSync(file, { encoding: 'utf8' })).toBe('ran\n');
  });

  it('is an error where the file has gone since the package was read', async () => {
    const pkg = { ...command([]), launch: { kind: 'workflow', path: 'gone.sh' } } as const;
    expect(() => argvOf(pkg, {})).toThrow(/\/nowhere\/gone\.sh is gone, or cannot be started/);
  });
});
