import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findByMark } from '../../../src/processes/tree.js';
import type { DriverCall } from '../../../src/runtimes/driver.js';
import { createCodexDriver } from '../../../src/runtimes/drivers/codex/driver.js';
import { until } from '../../harness/until.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, type Seen, seen, untilEvent } from '../player/call.js';
import { fixture } from '../player/fixture.js';
import { observed } from '../player/observed.js';
import { type PlayerScript, player } from '../player/script.js';

const THREAD = '0f0e0d0c-aaaa-7bbb-8ccc-111122223333';
let driver = createCodexDriver();

afterEach(async () => {
  await driver.shutdown();
  driver = createCodexDriver();
});

async function runOf(script: PlayerScript, fields: Partial<DriverCall> = {}) {
  const folder = await workspace();
  const record = join(folder, 'record');
  const call = await callOf('codex', await player(folder, { stdin: 'read', ...script, record }), fields);
  const run = driver.createOneShot?.(call) ?? expect.fail('no one-shot');
  return { call, run, saw: () => observed(record) };
}

async function played(name: string, script: PlayerScript = {}, fields: Partial<DriverCall> = {}): Promise<Seen> {
  const { run } = await runOf({ steps: [{ file: fixture(`codex/${name}.jsonl`) }], ...script }, fields);
  return seen(run);
}

const resume = (policy: DriverCall['policy'], threadTotal = '120,20,15'): Partial<DriverCall> => ({
  policy,
  conversation: { sessionId: THREAD, workDir: '/', threadTotal },
});

describe('codex exec', () => {
  it('reports the thread, the answer and what was used', async () => {
    const { events, exit } = await played('text');
    expect(events).toEqual([
      { type: 'session', sessionId: THREAD, state: { threadTotal: '0,0,0' } },
      { type: 'text', text: '你好，世界' },
      { type: 'session', sessionId: THREAD, state: { threadTotal: '120,20,15' } },
      { type: 'usage', usage: { input_tokens: 120, output_tokens: 15, cached_tokens: 20 } },
      { type: 'completed', content: '你好，世界' },
    ]);
    expect(exit).toEqual({ kind: 'exited', code: 0, signal: null, ours: false, left: null });
  });

  it('shows tools, files, plans and thinking; the answer is the last message', async () => {
    const { events, content } = await played('tool');
    expect(content).toBe('Done.');
    expect(events.filter((one) => one.type === 'tool_call').map((one) => one.tool)).toEqual([
      'command_execution',
      'command_execution',
      'file_change',
      'mcp_tool_call',
    ]);
    expect(events.filter((one) => one.type === 'tool_result')).toEqual([
      { type: 'tool_result', callId: 'item_2', ok: true, output: 'a.txt\n' },
      { type: 'tool_result', callId: 'item_3', ok: false, output: '' },
      { type: 'tool_result', callId: 'item_4', ok: true, output: '' },
      { type: 'tool_result', callId: 'item_5', ok: false, output: 'no such tool' },
    ]);
    expect(events).toContainEqual({ type: 'thinking', text: 'First look.' });
    expect(events.filter((one) => one.type === 'status')).toEqual([
      { type: 'status', status: 'plan', detail: '[{"text":"one","completed":true}]' },
    ]);
  });

  it.each([
    ['401', 'AUTH'],
    ['429', 'RATE_LIMIT'],
    ['quota', 'QUOTA'],
    ['context', 'CONTEXT_WINDOW_EXCEEDED'],
    ['500', 'SERVER'],
    ['unreachable', 'TRANSPORT'],
    ['no-key', 'AUTH'],
  ])('a turn that failed by %s is %s', async (name, code) => {
    const { error, events } = await played(name, { end: { code: 1 } });
    expect(error).toMatchObject({ code, class: 'back-end' });
    expect(events.find((one) => one.type === 'status')).toMatchObject({ status: 'retrying' });
  });

  it.each([
    ['error-item', 'Fine', 'warning'],
    ['reconnecting', 'After all', 'retrying'],
  ])('%s is no failure', async (name, content, status) => {
    const played_ = await played(name);
    expect(played_.content).toBe(content);
    expect(played_.events).toContainEqual(expect.objectContaining({ type: 'status', status }));
  });

  it('an empty answer is an answer', async () => {
    expect((await played('empty-answer')).content).toBe('');
  });

  it('lines that are no events are kept as they are', async () => {
    const { events, content } = await played('banner');
    expect(content).toBe('Hi');
    expect(events.filter((one) => one.type === 'raw').map((one) => one.text)).toEqual([
      'Welcome to a newer version',
      '[info] nothing to see',
      '{"type":"something.new","x":1}',
    ]);
  });

  it('exit code 0 without its own word is no success', async () => {
    const { error } = await played('begun');
    expect(error).toMatchObject({ code: 'NO_SUCCESS_EVENT', class: 'protocol', outcome: 'unknown' });
  });

  it('an exit after an error is told by the error', async () => {
    const { error } = await played('lost', { end: { code: 1 } });
    expect(error).toMatchObject({ code: 'AUTH', class: 'back-end', outcome: 'unknown' });
  });

  it('a success that the exit code belies is none', async () => {
    const { events, error } = await played('text', { end: { code: 7 } });
    expect(error).toMatchObject({
      code: 'EXIT_CODE',
      outcome: 'unknown',
      message: expect.stringContaining('exited with 7'),
    });
    expect(events.filter(({ type }) => type === 'completed')).toEqual([]);
  });

  it('an exit without a word is told by its code and stderr', async () => {
    const { error, exit } = await played('begun', { steps: [{ err: 'it broke\n' }], end: { code: 3 } });
    expect(error).toMatchObject({ code: 'EXIT_CODE', message: 'exit code 3: it broke' });
    expect(exit).toMatchObject({ kind: 'exited', code: 3 });
  });

  it('a death by a signal that was not ours is told so', async () => {
    const { error } = await played('begun', { end: { signal: 'SIGKILL' } });
    expect(error).toMatchObject({ code: 'KILLED', class: 'back-end' });
  });

  it('the prompt goes to stdin, after the instructions, and never into an argument', async () => {
    const { run, saw } = await runOf(
      { steps: [{ file: fixture('codex/text.jsonl') }] },
      { prompt: 'Do it\nwell', developerInstructions: 'Be brief.', model: 'gpt-5.5', reasoningEffort: 'high' },
    );
    await seen(run);
    expect(saw()?.stdin).toBe('Be brief.\n\n---\n\nDo it\nwell');
    const argv = saw()?.argv ?? [];
    expect(argv.join(' ')).not.toContain('Do it');
    expect(argv.slice(0, 3)).toEqual(['exec', '--json', '--skip-git-repo-check']);
    expect(argv).toContain('unbounded_connection_retries');
    expect(argv).toContain('model_reasoning_effort="high"');
    expect(argv.slice(-5)).toEqual(['-s', 'workspace-write', '-m', 'gpt-5.5', '-']);
  });

  it('honours the fields of a channel, keys and headers through variables only', async () => {
    const channel = channelOf('codex', {
      baseUrl: 'http://127.0.0.1:1/v1',
      providerName: 'My "own"',
      apiKey: 'top-secret',
      apiKeyField: 'MY_KEY',
      environment: { MY_KEY: 'top-secret', EXTRA: '1' },
      httpHeaders: { 'X-Team': 'header-secret' },
      customUserAgent: 'agent/1',
      permissions: 'read-only',
      modelReasoningEffort: 'low',
      stateDir: '/state/codex',
    });
    const { run, saw, call } = await runOf({ steps: [{ file: fixture('codex/text.jsonl') }] }, { channel });
    await seen(run);
    const { argv = [], env = {} } = saw() ?? {};
    expect(argv.join(' ')).not.toMatch(/secret/);
    expect(argv).toContain('model_provider="er_channel"');
    expect(argv.find((one) => one.startsWith('model_providers.'))).toBe(
      'model_providers.er_channel={name="My \\"own\\"",base_url="http://127.0.0.1:1/v1",wire_api="responses",' +
        'request_max_retries=2,stream_max_retries=2,env_key="MY_KEY",' +
        'env_http_headers={"X-Team"="ER_CODEX_HEADER_1","User-Agent"="ER_CODEX_HEADER_2"}}',
    );
    expect(argv).toContain('read-only');
    expect(env).toMatchObject({
      MY_KEY: 'top-secret',
      EXTRA: '1',
      ER_CODEX_HEADER_1: 'header-secret',
      ER_CODEX_HEADER_2: 'agent/1',
      CODEX_HOME: '/state/codex',
      ER_INVOCATION_ID: call.invocationId,
    });
  });

  it('a resumed run counts only what it used itself', async () => {
    const { run, saw } = await runOf({ steps: [{ file: fixture('codex/resumed.jsonl') }] }, resume('resume-required'));
    const { events } = await seen(run);
    expect(events).toContainEqual({
      type: 'usage',
      usage: { input_tokens: 120, output_tokens: 15, cached_tokens: 20 },
    });
    expect(saw()?.argv.slice(-3)).toEqual(['resume', THREAD, '-']);
  });

  const missing: PlayerScript = {
    steps: [{ err: `Error: no rollout found for thread id ${THREAD} (code -32600)\n` }],
    end: { code: 1 },
  };

  it('a required session that is gone fails before anything is bound', async () => {
    const { run } = await runOf(missing, resume('resume-required'));
    const { error, events } = await seen(run);
    expect(error).toMatchObject({ code: 'SESSION_NOT_FOUND', class: 'conversation' });
    expect(events.filter((one) => one.type === 'session')).toEqual([]);
  });

  it('a preferred session that is gone gives way to a new one', async () => {
    const folder = await workspace();
    const first = await player(folder, { stdin: 'read', ...missing });
    const second = await player(folder, { stdin: 'read', steps: [{ file: fixture('codex/text.jsonl') }] });
    const both = await player(folder, {});
    const { writeFile } = await import('node:fs/promises');
    await writeFile(both, `#!/bin/sh\ncase " $* " in *" resume "*) exec ${first} "$@";; esac\nexec ${second} "$@"\n`);
    const call = await callOf('codex', both, resume('resume-preferred'));
    const result = await seen(driver.createOneShot?.(call) ?? expect.fail());
    expect(result.content).toBe('你好，世界');
    expect(result.events[0]).toMatchObject({ type: 'status', status: 'session_not_found' });
    expect(result.events).toContainEqual({
      type: 'usage',
      usage: { input_tokens: 120, output_tokens: 15, cached_tokens: 20 },
    });
  });
});

describe('stopping codex exec', () => {
  const hanging: PlayerScript = { steps: [{ file: fixture('codex/begun.jsonl') }], end: 'hang' };

  it('interrupts it, and calls the exit ours', async () => {
    const { run, saw } = await runOf({ ...hanging, signals: { SIGINT: { code: 1 } } });
    const { rest } = await untilEvent(run, (event) => event.type === 'session');
    const [one, other] = await Promise.all([run.stop('cancelled'), run.stop('wall_limit')]);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ confirmed: true, forced: false });
    const { exit, error } = await rest();
    expect(exit).toMatchObject({ kind: 'exited', code: 1, ours: true });
    expect(error).toBeNull();
    expect(saw()?.signals).toEqual(['SIGINT']);
  });

  it('ends what it left behind in a session of its own, which holds its output open', async () => {
    const { run, call } = await runOf({
      ...hanging,
      steps: [{ file: fixture('codex/begun.jsonl') }, { orphan: true }],
    });
    const { rest } = await untilEvent(run, (event) => event.type === 'session');
    await until('the tool runs', () => findByMark('ER_INVOCATION_ID', call.invocationId).length === 2);
    expect(await run.stop('cancelled')).toMatchObject({ confirmed: true });
    expect((await rest()).exit).toMatchObject({ kind: 'exited', ours: true });
    expect(findByMark('ER_INVOCATION_ID', call.invocationId)).toEqual([]);
  });

  it('a tool that outlives a finished run is ended, and named', async () => {
    const { run, call } = await runOf({ steps: [{ orphan: true }, { file: fixture('codex/text.jsonl') }] });
    const { content, exit } = await seen(run);
    expect(content).toBe('你好，世界');
    expect(exit).toMatchObject({ kind: 'exited', code: 0, ours: false, left: { confirmed: true, stopped: 1 } });
    expect(findByMark('ER_INVOCATION_ID', call.invocationId)).toEqual([]);
  });

  it('a process that stays after its last word is ended', async () => {
    const { run } = await runOf({ steps: [{ file: fixture('codex/text.jsonl') }], end: 'hang' });
    const { content, exit } = await seen(run);
    expect(content).toBe('你好，世界');
    expect(exit).toMatchObject({ kind: 'exited', signal: 'SIGINT', ours: true });
  });

  it('is stopped before it said anything', async () => {
    const { run } = await runOf({ steps: [], end: 'hang', stdin: 'read' });
    expect(await run.launched).not.toBeNull();
    expect(await run.stop('wall_limit')).toMatchObject({ confirmed: true });
    expect(await seen(run)).toMatchObject({ events: [], exit: { ours: true } });
  });
});

describe('starting codex exec', () => {
  it('says what is missing and how to name it', async () => {
    const call = await callOf('codex', '/no/such/codex');
    const { error, exit } = await seen(driver.createOneShot?.(call) ?? expect.fail());
    expect(error).toMatchObject({ code: 'EXECUTABLE_NOT_FOUND', class: 'launch' });
    expect(error?.message).toContain('CODEX_PATH');
    expect(exit).toMatchObject({ kind: 'not_started' });
  });

  it('is refused after the shutdown, which ends what runs', async () => {
    const { run, call } = await runOf({ steps: [{ file: fixture('codex/begun.jsonl') }], end: 'hang' });
    await driver.shutdown();
    expect((await seen(run)).exit).toMatchObject({ kind: 'exited', ours: true });
    const { error } = await seen(driver.createOneShot?.(call) ?? expect.fail());
    expect(error).toMatchObject({ code: 'SHUTTING_DOWN', class: 'shutdown' });
  });
});
