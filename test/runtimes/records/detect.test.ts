import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { identify } from '../../../src/processes/identity.js';
import { RUNTIME_IDS } from '../../../src/runtimes/catalog.js';
import { capabilityTable } from '../../../src/runtimes/records/capabilities.js';
import { detectRuntime, detectRuntimes } from '../../../src/runtimes/records/detect.js';
import { TEST_MARK } from '../../harness/mark.js';
import { workspace } from '../../harness/workspace.js';

/** An executable that is this script, in a folder of its own. */
async function executable(name: string, script: string): Promise<string> {
  const folder = join(await workspace(), 'bin');
  mkdirSync(folder);
  const file = join(folder, name);
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const env = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({ ER_TEST_MARK: TEST_MARK, PATH: '', ...more });
const onPath = (file: string) => env({ PATH: ['.', '/nowhere', dirname(file)].join(delimiter) });

describe('detection', () => {
  it('asks the program of PATH for its version', async () => {
    const file = await executable('codex', 'console.log("codex-cli 0.99.1")');
    expect(await detectRuntime('codex', onPath(file))).toEqual({
      runtime_id: 'codex',
      label: 'Codex',
      state: 'installed',
      executable: file,
      override: null,
      version: 'codex-cli 0.99.1',
      problem: null,
    });
  });

  it('asks the program that the override variable names, whatever is on PATH', async () => {
    const other = await executable('codex', 'console.log("1.0.0")');
    const file = await executable('my-codex', 'console.log("2.0.0")');
    const found = await detectRuntime('codex', { ...onPath(other), CODEX_PATH: file });
    expect(found).toMatchObject({ executable: file, override: 'CODEX_PATH', version: '2.0.0' });
  });

  it('takes nothing else where the override variable names nothing that runs', async () => {
    const other = await executable('codex', 'console.log("1.0.0")');
    const found = await detectRuntime('codex', { ...onPath(other), CODEX_PATH: '/nowhere/codex' });
    expect(found).toMatchObject({ state: 'missing', executable: null, version: null });
    expect(found.problem?.en).toContain('CODEX_PATH names /nowhere/codex');
  });

  it.each([
    ['a banner before it', 'console.log("Welcome!\\n\\u001b[1mtool v3.2.1\\u001b[0m")', 'tool v3.2.1'],
    ['on stderr', 'console.error("tool 4.5.6")', 'tool 4.5.6'],
    ['with CRLF and no newline at the end', 'process.stdout.write("a\\r\\nb 7.8")', 'b 7.8'],
    ['in a very long line', 'console.log("1." + "0".repeat(5000))', `1.${'0'.repeat(198)}`],
  ])('reads a version %s', async (_what, script, version) => {
    const file = await executable('claude', script);
    expect(await detectRuntime('claude', onPath(file))).toMatchObject({ state: 'installed', version });
  });

  it.each([
    ['fails', 'console.log("1.2.3"); process.exit(3)', /ended with 3/],
    ['is killed', 'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)', /ended with SIGKILL/],
    ['says nothing', '', /no version/],
    ['prints without end', 'for (;;) require("node:fs").writeSync(1, "1".repeat(9999))', /more than any version/],
  ])('says of a program that %s that it is broken', async (_what, script, problem) => {
    const file = await executable('pi', script);
    const found = await detectRuntime('pi', onPath(file));
    expect(found).toMatchObject({ state: 'broken', executable: file, version: null });
    expect(found.problem?.en).toMatch(problem);
  });

  it('says so of a file that is no program', async () => {
    const file = await executable('qwen', '');
    writeFileSync(file, '\x7fELF nothing');
    expect(await detectRuntime('qwen', onPath(file))).toMatchObject({ state: 'broken', executable: file });
  });

  it('ends a program that hangs, with what it started and what ignores being asked', async () => {
    const pids = join(await workspace(), 'pids');
    const child = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
    const file = await executable(
      'dsh',
      `const { spawn } = require('node:child_process');
       process.on('SIGTERM', () => {});
       const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { detached: true, stdio: 'inherit' });
       require('node:fs').writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + child.pid);
       setInterval(() => {}, 1000);`,
    );
    const found = await detectRuntime('dsh', onPath(file), 1_500);
    expect(found).toMatchObject({ state: 'broken', version: null });
    expect(found.problem?.en).toContain('1500 ms');
    const started = readFileSync(pids, 'utf8').split(' ').map(Number);
    expect(started).toHaveLength(2);
    for (const pid of started) expect(identify(pid)).toBeNull();
  });

  it('does not wait for what a program left behind, and ends it', async () => {
    const file = await executable(
      'gemini',
      `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' }).unref();
       console.log('0.9.0');`,
    );
    const began = performance.now();
    expect(await detectRuntime('gemini', onPath(file))).toMatchObject({ state: 'installed', version: '0.9.0' });
    expect(performance.now() - began).toBeLessThan(4_500);
  });

  it('gives the program no credentials', async () => {
    const file = await executable(
      'codex',
      'console.log("1.0 " + ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"].map((n) => process.env[n]))',
    );
    const found = await detectRuntime('codex', { ...onPath(file), OPENAI_API_KEY: 'sk-1', ANTHROPIC_API_KEY: 'sk-2' });
    expect(found.version).toBe('1.0 ,');
  });

  it('goes through all runtimes; where none is installed it starts none', async () => {
    const found = await detectRuntimes(env());
    expect(found.map(({ runtime_id }) => runtime_id)).toEqual(RUNTIME_IDS);
    const states = Object.fromEntries(found.map(({ runtime_id, state }) => [runtime_id, state]));
    expect(states).toMatchObject({ codex: 'missing', api: 'none', acp: 'none', gemini: 'missing' });
  });
});

describe('what a runtime supports', () => {
  it('is computed from what its driver declares', () => {
    const words = { en: 'it has no read-only mode', zh: '它没有只读模式' };
    const [row] = capabilityTable([
      {
        runtimeId: 'codex',
        surfaces: {
          chat: { interactive: ['fresh', 'resume-required'] },
          task: { oneshot: ['fresh'], interactive: [] },
        },
        channelFields: ['permissions', 'environment'],
        checkChannel: ({ permissions }) => (permissions === 'read-only' ? words : null),
      },
    ]);
    expect(row).toEqual({
      runtime_id: 'codex',
      label: 'Codex',
      surfaces: [
        { surface: 'chat', mode: 'interactive', policies: ['fresh', 'resume-required'] },
        { surface: 'task', mode: 'oneshot', policies: ['fresh'] },
      ],
      channel_fields: ['permissions', 'environment'],
      permissions: ['workspace-write', 'full'],
    });
  });

  it('has no permissions where they are not honoured, and all where something else is refused', () => {
    const anyway = { en: 'a provider is needed', zh: '需要 provider' };
    const table = capabilityTable([
      { runtimeId: 'api', surfaces: {}, channelFields: [] },
      { runtimeId: 'acp', surfaces: {}, channelFields: ['permissions', 'command'], checkChannel: () => anyway },
    ]);
    const sandbox = { en: 'it has no sandbox', zh: '它没有沙箱' };
    const [pi] = capabilityTable([
      {
        runtimeId: 'pi',
        surfaces: {},
        channelFields: ['permissions'],
        checkChannel: ({ permissions = 'workspace-write' }) => (permissions === 'workspace-write' ? sandbox : null),
      },
    ]);
    expect(pi?.permissions).toEqual(['read-only', 'full']);
    expect(table.map(({ permissions }) => permissions)).toEqual([[], ['read-only', 'workspace-write', 'full']]);
  });
});
