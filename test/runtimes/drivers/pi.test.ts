import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResolvedChannel } from '../../../src/runtimes/channel.js';
import type { DriverCall } from '../../../src/runtimes/driver.js';
import { createPiDriver } from '../../../src/runtimes/drivers/pi/driver.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, seen, untilEvent } from '../player/call.js';
import { observed } from '../player/observed.js';
import { type PlayerScript, player } from '../player/script.js';

const driver = createPiDriver();
const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/pi', `${name}.jsonl`);
const PERMITTED = { permissions: 'full' } as const;

async function run(script: PlayerScript, fields: Partial<DriverCall> = {}, channel: Partial<ResolvedChannel> = {}) {
  const folder = await workspace();
  const record = join(folder, 'seen.jsonl');
  const call = await callOf('pi', await player(folder, { stdin: 'read', ...script, record }), fields);
  const started = driver.createOneShot?.({ ...call, channel: channelOf('pi', { ...PERMITTED, ...channel }) });
  if (started === undefined) throw new Error('no one-shot');
  return { run: started, call, record };
}

async function played(name: string, fields: Partial<DriverCall> = {}, channel: Partial<ResolvedChannel> = {}) {
  const { run: started, call, record } = await run({ steps: [{ file: fixture(name) }] }, fields, channel);
  return { ...(await seen(started)), call, record };
}

describe('pi', () => {
  it('tells its session, what it thinks and says, its usage, and its answer', async () => {
    const { events, record } = await played('text');
    expect(events).toEqual([
      { type: 'session', sessionId: 'p-1' },
      { type: 'thinking', text: 'one thing' },
      { type: 'text', text: 'Two ' },
      { type: 'text', text: 'files.' },
      { type: 'usage', usage: { input_tokens: 10, output_tokens: 2, cached_tokens: 1 } },
      { type: 'completed', content: 'Two files.' },
    ]);
    expect(observed(record)?.argv).toEqual(['-p', '--mode', 'json']);
    expect(observed(record)?.stdin).toBe('Say hello');
  });

  it('tells its tools, and sums what its messages have used', async () => {
    const { events } = await played('tool');
    expect(events).toContainEqual({ type: 'tool_call', callId: 'c-1', tool: 'bash', input: { command: 'ls' } });
    expect(events).toContainEqual({ type: 'tool_result', callId: 'c-1', ok: true, output: 'a.txt' });
    expect(events.slice(-2)).toEqual([
      { type: 'usage', usage: { input_tokens: 22, output_tokens: 5, cached_tokens: 5 } },
      { type: 'completed', content: 'One file.' },
    ]);
  });

  it.each([
    ['401', 'AUTH', 'back-end'],
    ['429-retried', 'RATE_LIMIT', 'back-end'],
    ['cut', 'MAX_TOKENS', 'back-end'],
    ['aborted', 'CANCELLED', 'cancelled'],
    ['hang', 'NO_SUCCESS_EVENT', 'protocol'],
  ])('%s is %s, though it exits with 0', async (name, code, failureClass) => {
    const { error, exit } = await played(name);
    expect(error).toMatchObject({ code, class: failureClass });
    expect(exit).toMatchObject({ kind: 'exited', code: 0 });
  });

  it('a try that failed and was repeated is no failure', async () => {
    const { content, events } = await played('429-once');
    expect(content).toBe('At last.');
    expect(events).toContainEqual(expect.objectContaining({ type: 'status', status: 'retrying' }));
  });

  it('without the last word of newer versions, its last message decides', async () => {
    expect((await played('never-settled')).content).toBe('Old ways.');
  });

  it('banners and stray lines are raw', async () => {
    const { run: started } = await run({ steps: [{ out: 'pi has news!\r\n\r\n' }, { file: fixture('text') }] });
    expect((await seen(started)).events[0]).toEqual({ type: 'raw', source: 'stdout', text: 'pi has news!' });
  });

  it('a program that cannot start says why', async () => {
    const { run: started } = await run({ steps: [{ err: 'SyntaxError: no such export\n' }], end: { code: 1 } });
    const { error } = await seen(started);
    expect(error).toMatchObject({ code: 'EXIT_CODE', message: expect.stringContaining('SyntaxError') });
  });

  it('a session that is gone: a new one where it is only preferred, a failure where it is required', async () => {
    const stale: PlayerScript = { steps: [{ err: "No session found matching 'p-0'\n" }], end: { code: 1 } };
    const conversation = { sessionId: 'p-0', workDir: '/w' };
    const required = await run(stale, { policy: 'resume-required', conversation });
    expect((await seen(required.run)).error).toMatchObject({ code: 'SESSION_NOT_FOUND', class: 'conversation' });
    expect(observed(required.record)?.argv).toContain('--session');
    const preferred = await run(stale, { policy: 'resume-preferred', conversation });
    const { events } = await seen(preferred.run);
    expect(events[0]).toMatchObject({ type: 'status', status: 'session_not_found' });
    expect(observed(preferred.record)?.argv).not.toContain('--session');
  });

  it('stops with its tools, whatever they do', async () => {
    const { run: started } = await run({ steps: [{ file: fixture('hang') }, { orphan: true }], end: 'hang' });
    const { rest } = await untilEvent(started, (event) => event.type === 'session');
    expect((await started.stop('cancelled')).confirmed).toBe(true);
    const { exit, events } = await rest();
    expect(events).toEqual([]);
    expect(exit).toMatchObject({ kind: 'exited', ours: true });
  });

  it('speaks to an address of its own by a file that holds no secret', async () => {
    const fields = { model: 'm-1', reasoningEffort: 'high', developerInstructions: 'Be brief.' };
    const channel: Partial<ResolvedChannel> = {
      permissions: 'read-only',
      models: [{ id: 'm-1', label: 'One' }],
      baseUrl: 'http://127.0.0.1:1/v1',
      apiFormat: 'openai_chat',
      apiKey: 'key-value',
      customUserAgent: 'ours/1',
      httpHeaders: { 'X-Team': 'header-value' },
      requestOverrides: { body: { seed: 7 } },
    };
    const folder = await workspace();
    const record = join(folder, 'seen.jsonl');
    // It is removed with the scratch folder: what was in it is copied while it is there.
    const call = await callOf(
      'pi',
      await player(folder, { stdin: 'read', steps: [{ file: fixture('text') }], record }),
      fields,
    );
    const started = driver.createOneShot?.({ ...call, channel: channelOf('pi', channel) });
    if (started === undefined) throw new Error('no one-shot');
    await seen(started);
    const start = observed(record);
    expect(start?.argv).toEqual([
      ...['-p', '--mode', 'json', '--provider', 'channel', '--model', 'm-1', '--thinking', 'high'],
      ...['--tools', 'read,grep,find,ls', '--no-mcp'],
      ...['--append-system-prompt', join(call.scratchDir, 'instructions.md')],
    ]);
    const file = join(call.scratchDir, 'pi', 'models.json');
    const text = readFileSync(file, 'utf8');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(text).not.toContain('value');
    expect(JSON.parse(text)).toEqual({
      providers: {
        channel: {
          name: 'A channel',
          baseUrl: 'http://127.0.0.1:1/v1',
          api: 'openai-completions',
          apiKey: '$ER_PROVIDER_KEY',
          headers: { 'User-Agent': '$ER_PROVIDER_HEADER_1', 'X-Team': '$ER_PROVIDER_HEADER_2' },
          models: [{ id: 'm-1', name: 'One', reasoning: true, samplingParams: { seed: 7 } }],
        },
      },
    });
    expect(start?.env).toMatchObject({
      ER_PROVIDER_KEY: 'key-value',
      ER_PROVIDER_HEADER_1: 'ours/1',
      ER_PROVIDER_HEADER_2: 'header-value',
      PI_CODING_AGENT_DIR: join(call.scratchDir, 'pi'),
    });
  });

  it('deletes the file of a session, and says when there is none', async () => {
    const stateDir = await workspace();
    const folder = join(stateDir, 'sessions', '--w--');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, '2026-01-01_p-9.jsonl');
    writeFileSync(file, '');
    const target = {
      invocationId: 'i',
      channel: channelOf('pi', { stateDir }),
      conversation: { sessionId: 'p-9', workDir: '/w' },
      scratchDir: stateDir,
      env: {},
    };
    expect(await driver.deleteSession?.(target)).toBeNull();
    expect(existsSync(file)).toBe(false);
    expect(await driver.deleteSession?.(target)).toMatchObject({ code: 'SESSION_NOT_FOUND', class: 'cleanup' });
  });

  it.each<[Partial<ResolvedChannel>, string | null]>([
    [{}, 'sandbox'],
    [{ permissions: 'workspace-write' }, 'sandbox'],
    [{ permissions: 'full' }, null],
    [{ permissions: 'full', modelProvider: 'x' }, 'model'],
    [{ permissions: 'full', httpHeaders: { A: 'b' } }, 'baseUrl'],
    [
      {
        permissions: 'full',
        baseUrl: 'http://h',
        models: [{ id: 'm', label: 'M' }],
        apiFormat: 'anthropic',
        requestOverrides: { body: {} },
      },
      'OpenAI',
    ],
  ])('checks a channel: %j', (fields, said) => {
    const refusal = driver.checkChannel?.(channelOf('pi', fields));
    if (said === null) expect(refusal).toBeNull();
    else expect(refusal?.en).toContain(said);
  });
});
