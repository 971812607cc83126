import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { DriverCall } from '../../../src/runtimes/driver.js';
import { createClaudeDriver } from '../../../src/runtimes/drivers/claude/driver.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, type Seen, seen, untilEvent } from '../player/call.js';
import { fixture } from '../player/fixture.js';
import { observed } from '../player/observed.js';
import { type PlayerScript, player } from '../player/script.js';

const SESSION = 'aaaaaaaa-1111-4222-8333-444444444444';
const OTHER = 'bbbbbbbb-1111-4222-8333-444444444444';
let driver = createClaudeDriver();

afterEach(async () => {
  await driver.shutdown();
  driver = createClaudeDriver();
});

async function runOf(script: PlayerScript, fields: Partial<DriverCall> = {}) {
  const folder = await workspace();
  const record = join(folder, 'record');
  const call = await callOf('claude', await player(folder, { stdin: 'read', ...script, record }), fields);
  const run = driver.createOneShot?.(call) ?? expect.fail('no one-shot');
  return { call, run, saw: () => observed(record) };
}

async function played(name: string, script: PlayerScript = {}, fields: Partial<DriverCall> = {}): Promise<Seen> {
  const { run } = await runOf({ steps: [{ file: fixture(`claude/${name}.jsonl`) }], ...script }, fields);
  return seen(run);
}

const resume = (policy: DriverCall['policy']): Partial<DriverCall> => ({
  policy,
  conversation: { sessionId: SESSION, workDir: '/' },
});
const USAGE = { type: 'usage', usage: { input_tokens: 130, output_tokens: 15, cached_tokens: 20 } };

describe('claude -p', () => {
  it('reports the session, the answer and what was used', async () => {
    expect((await played('text')).events).toEqual([
      { type: 'session', sessionId: SESSION },
      { type: 'text', text: 'Hello there' },
      USAGE,
      { type: 'completed', content: 'Hello there' },
    ]);
  });

  it('gives text and thinking in pieces, and none of it twice', async () => {
    expect((await played('partial')).events).toEqual([
      { type: 'session', sessionId: SESSION },
      { type: 'thinking', text: 'Hm' },
      { type: 'text', text: 'Hello ' },
      { type: 'text', text: 'there' },
      USAGE,
      { type: 'completed', content: 'Hello there' },
    ]);
  });

  it('shows tools and their results', async () => {
    const { events } = await played('tool');
    expect(events.filter((one) => one.type === 'tool_call' || one.type === 'tool_result')).toEqual([
      { type: 'tool_call', callId: 'toolu_1', tool: 'Bash', input: { command: 'ls' } },
      { type: 'tool_result', callId: 'toolu_1', ok: true, output: 'a.txt' },
      { type: 'tool_call', callId: 'toolu_2', tool: 'Bash', input: { command: 'false' } },
      { type: 'tool_result', callId: 'toolu_2', ok: false, output: 'Exit code 1' },
    ]);
  });

  it('what a sub-agent says is no part of the answer', async () => {
    const { events } = await played('subagent');
    expect(events.filter((one) => one.type === 'text')).toEqual([{ type: 'text', text: 'Hello there' }]);
  });

  it('a denied tool is shown', async () => {
    const { events, content } = await played('denied');
    expect(content).toBe('Hello there');
    expect(events).toContainEqual({
      type: 'status',
      status: 'permission_denied',
      detail: 'Bash: It needs approval.',
    });
  });

  it.each([
    ['401', 'AUTH'],
    ['429', 'RATE_LIMIT'],
    ['500', 'SERVER'],
    ['529', 'SERVER'],
    ['404', 'MODEL_NOT_FOUND'],
    ['too-long', 'CONTEXT_WINDOW_EXCEEDED'],
    ['no-key', 'AUTH'],
  ])('a failed model call (%s) that calls itself a success is %s', async (name, code) => {
    const { error, events } = await played(name, { end: { code: 1 } });
    expect(error).toMatchObject({ code, class: 'back-end' });
    expect(events).toContainEqual(expect.objectContaining({ type: 'status', status: 'retrying' }));
    expect(events.filter((one) => one.type === 'text')).toEqual([]);
  });

  it('a turn that ran out of turns failed', async () => {
    expect((await played('max-turns', { end: { code: 1 } })).error).toMatchObject({ code: 'MAX_TURNS' });
  });

  it('an aborted turn is cancelled', async () => {
    expect((await played('aborted')).error).toMatchObject({ code: 'INTERRUPTED', class: 'cancelled' });
  });

  it('exit code 0 without a result is no success', async () => {
    expect((await played('begun')).error).toMatchObject({ code: 'NO_SUCCESS_EVENT', class: 'protocol' });
  });

  it('an empty answer is an answer', async () => {
    expect((await played('empty-answer')).content).toBe('');
  });

  it('lines that are no events are kept, a document that never ends among them', async () => {
    const { events, content } = await played('banner');
    expect(content).toBe('Hello there');
    expect(events.filter((one) => one.type === 'raw').map((one) => one.text)).toEqual([
      'A newer version is there',
      '{',
      '  "not": "closed"',
      '{"type":"something_new"}',
    ]);
  });

  it('what stderr alone says is told', async () => {
    const message = '--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons';
    const { run, saw } = await runOf(
      { steps: [{ err: `${message}\n` }], end: { code: 1 } },
      { channel: channelOf('claude', { permissions: 'full' }) },
    );
    expect((await seen(run)).error).toEqual({ code: 'PERMISSIONS_REFUSED', class: 'config', message });
    expect(saw()?.argv).toContain('--dangerously-skip-permissions');
  });

  it('the prompt goes to stdin, the instructions to a private file', async () => {
    const { run, saw, call } = await runOf(
      { steps: [{ file: fixture('claude/text.jsonl') }] },
      { prompt: 'Do it\nwell', developerInstructions: 'Be brief.', model: 'sonnet', reasoningEffort: 'high' },
    );
    await seen(run);
    const { argv = [], stdin } = saw() ?? {};
    expect(stdin).toBe('Do it\nwell');
    expect(argv.join(' ')).not.toMatch(/Do it|Be brief/);
    expect(argv).toEqual([
      ...['-p', '--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
      ...['--permission-mode', 'acceptEdits', '--model', 'sonnet', '--effort', 'high'],
      ...['--append-system-prompt-file', join(call.scratchDir, 'instructions.md')],
    ]);
    expect(await readFile(join(call.scratchDir, 'instructions.md'), 'utf8')).toBe('Be brief.');
  });

  it('honours the fields of a channel, keys and headers through variables only', async () => {
    const channel = channelOf('claude', {
      baseUrl: 'http://127.0.0.1:1',
      apiKey: 'top-secret',
      apiKeyField: 'ANTHROPIC_AUTH_TOKEN',
      environment: { ANTHROPIC_AUTH_TOKEN: 'top-secret', CLAUDE_CODE_MAX_RETRIES: '5' },
      httpHeaders: { 'X-Team': 'header-secret' },
      customUserAgent: 'agent/1',
      permissions: 'read-only',
      stateDir: '/state/claude',
    });
    const env = { ANTHROPIC_API_KEY: 'of the shell', OPENAI_API_KEY: 'of another', KEPT: 'yes' };
    const { env: base } = await callOf('claude', '/bin/false');
    const folder = await workspace();
    const record = join(folder, 'record');
    const program = await player(folder, { stdin: 'read', steps: [{ file: fixture('claude/text.jsonl') }], record });
    const call = await callOf('claude', program, { channel, env: { ...base, ...env, CLAUDE_PATH: program } });
    await seen(driver.createOneShot?.(call) ?? expect.fail());
    const { argv = [], env: given = {} } = observed(record) ?? {};
    expect(argv.join(' ')).not.toMatch(/secret/);
    expect(argv).toContain('--disallowedTools=Bash,Edit,MultiEdit,Write,NotebookEdit');
    expect(given).toMatchObject({
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:1',
      ANTHROPIC_AUTH_TOKEN: 'top-secret',
      ANTHROPIC_CUSTOM_HEADERS: 'X-Team: header-secret\nUser-Agent: agent/1',
      CLAUDE_CONFIG_DIR: '/state/claude',
      CLAUDE_CODE_MAX_RETRIES: '5',
      ER_INVOCATION_ID: call.invocationId,
      KEPT: 'yes',
    });
    // A channel with a key of its own takes none of the shell, and no runtime gets another one's.
    expect(given).not.toHaveProperty('ANTHROPIC_API_KEY');
    expect(given).not.toHaveProperty('OPENAI_API_KEY');
  });
});

describe('resuming claude -p', () => {
  it('binds the session that was asked for', async () => {
    const { run, saw } = await runOf({ steps: [{ file: fixture('claude/text.jsonl') }] }, resume('resume-required'));
    expect((await seen(run)).events[0]).toEqual({ type: 'session', sessionId: SESSION });
    expect(saw()?.argv.slice(-2)).toEqual(['--resume', SESSION]);
  });

  it('another id at the beginning is noted, and the one that the result names is bound', async () => {
    const { events } = await played('resume-other-id', {}, resume('resume-required'));
    expect(events.slice(0, 2)).toEqual([
      { type: 'status', status: 'session_tag', detail: OTHER },
      { type: 'text', text: 'Hello there' },
    ]);
    expect(events.filter((one) => one.type === 'session')).toEqual([{ type: 'session', sessionId: SESSION }]);
  });

  it.each(['resume-missing', 'resume-missing-silent'])(
    'a required session that is gone fails unbound (%s)',
    async (name) => {
      const steps = [
        { file: fixture(`claude/${name}.jsonl`) },
        { err: `No conversation found with session ID: ${SESSION}\n` },
      ];
      const { error, events } = await played(name, { steps, end: { code: 1 } }, resume('resume-required'));
      expect(error).toMatchObject({ code: 'SESSION_NOT_FOUND', class: 'conversation' });
      expect(events.filter((one) => one.type === 'session')).toEqual([]);
    },
  );

  it('a preferred session that is gone gives way to a new one', async () => {
    const folder = await workspace();
    const first = await player(folder, {
      stdin: 'read',
      steps: [{ file: fixture('claude/resume-missing.jsonl') }],
      end: { code: 1 },
    });
    const second = await player(folder, { stdin: 'read', steps: [{ file: fixture('claude/text.jsonl') }] });
    const both = await player(folder, {});
    await writeFile(both, `#!/bin/sh\ncase " $* " in *" --resume "*) exec ${first} "$@";; esac\nexec ${second} "$@"\n`);
    const call = await callOf('claude', both, resume('resume-preferred'));
    expect((await seen(driver.createOneShot?.(call) ?? expect.fail())).content).toBe('Hello there');
  });
});

describe('stopping claude -p', () => {
  it.each([
    ['begun', { code: 0 }],
    ['begun', { code: 0, out: '{"type":"user","message":{"content":[]}}\n' }],
  ])('is ours although it exits with 0', async (name, SIGINT) => {
    const { run } = await runOf({
      steps: [{ file: fixture(`claude/${name}.jsonl`) }],
      end: 'hang',
      signals: { SIGINT },
    });
    const { rest } = await untilEvent(run, (event) => event.type === 'session');
    expect(await run.stop('cancelled')).toMatchObject({ confirmed: true, forced: false });
    expect(await rest()).toMatchObject({ content: null, error: null, exit: { code: 0, ours: true } });
  });
});

describe('deleting a session of claude', () => {
  const target = async () => {
    const call = await callOf('claude', '/bin/false', resume('resume-required'));
    const project = join(String(call.env.HOME), '.claude', 'projects', '-home-user-demo');
    await mkdir(join(project, SESSION), { recursive: true });
    await writeFile(join(project, `${SESSION}.jsonl`), '{}\n');
    await writeFile(join(project, `${OTHER}.jsonl`), '{}\n');
    return { project, target: { ...call, conversation: { sessionId: SESSION, workDir: '/' } } };
  };

  it('removes its file, what belongs to it, and nothing else', async () => {
    const { project, target: one } = await target();
    expect(await driver.deleteSession?.(one)).toBeNull();
    expect(existsSync(join(project, `${SESSION}.jsonl`))).toBe(false);
    expect(existsSync(join(project, SESSION))).toBe(false);
    expect(existsSync(join(project, `${OTHER}.jsonl`))).toBe(true);
  });

  it.each(['cccccccc-1111', '../../../etc/passwd', '*'])('says so where there is none: %s', async (sessionId) => {
    const { target: one } = await target();
    const failure = await driver.deleteSession?.({ ...one, conversation: { sessionId, workDir: '/' } });
    expect(failure).toMatchObject({ code: 'SESSION_NOT_DELETED', class: 'cleanup' });
  });
});
