import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResolvedChannel } from '../../../src/runtimes/channel.js';
import type { DriverCall } from '../../../src/runtimes/driver.js';
import { createOpencodeDriver } from '../../../src/runtimes/drivers/opencode/driver.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, seen, turnOf, turnOnce, untilEvent } from '../player/call.js';
import { observed } from '../player/observed.js';
import { conversationScript } from '../player/recording.js';
import { type PlayerScript, player } from '../player/script.js';

const driver = createOpencodeDriver();
const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/opencode', `${name}.jsonl`);

async function prepare(script: PlayerScript, fields: Partial<DriverCall> = {}, channel: Partial<ResolvedChannel> = {}) {
  const folder = await workspace();
  const record = join(folder, 'seen.jsonl');
  const call = await callOf('opencode', await player(folder, { stdin: 'read', ...script, record }), fields);
  return { call: { ...call, channel: channelOf('opencode', channel) }, record };
}

async function run(script: PlayerScript, fields: Partial<DriverCall> = {}, channel: Partial<ResolvedChannel> = {}) {
  const { call, record } = await prepare(script, fields, channel);
  const started = driver.createOneShot?.(call);
  if (started === undefined) throw new Error('no one-shot');
  return { run: started, call, record };
}

async function played(name: string, code = 0) {
  const { run: started, record } = await run({ steps: [{ file: fixture(name) }], end: { code } });
  return { ...(await seen(started)), record };
}

describe('opencode run', () => {
  it('tells its session with the first byte of the model, what it thinks and says, its usage, and its answer', async () => {
    const { events, record, call } = await (async () => {
      const started = await run({ steps: [{ file: fixture('text') }] });
      return { ...started, ...(await seen(started.run)) };
    })();
    expect(events).toEqual([
      { type: 'session', sessionId: 'ses_1' },
      { type: 'thinking', text: 'one thing' },
      { type: 'text', text: 'Two files.' },
      { type: 'usage', usage: { input_tokens: 10, output_tokens: 2, cached_tokens: 1 } },
      { type: 'completed', content: 'Two files.' },
    ]);
    const start = observed(record);
    expect(start?.argv).toEqual(['run', '--format', 'json', '--thinking', '--title', 'environment-runtime']);
    expect(start?.stdin).toBe('Say hello');
    expect(start?.env).toMatchObject({ PWD: call.workDir, OPENCODE_DISABLE_AUTOUPDATE: '1' });
    expect(start?.env).not.toHaveProperty('OPENCODE_CONFIG');
  });

  it('tells a tool once it has ended, and sums its steps', async () => {
    const { events } = await played('tool');
    expect(events.slice(1)).toEqual([
      { type: 'text', text: 'I look.' },
      { type: 'tool_call', callId: 'c-1', tool: 'bash', input: { command: 'ls' } },
      { type: 'tool_result', callId: 'c-1', ok: true, output: 'a.txt' },
      { type: 'usage', usage: { input_tokens: 10, output_tokens: 2, cached_tokens: 1 } },
      { type: 'text', text: 'One file.' },
      { type: 'usage', usage: { input_tokens: 22, output_tokens: 5, cached_tokens: 5 } },
      { type: 'completed', content: 'One file.' },
    ]);
  });

  it('a tool that failed is no failure of the run', async () => {
    const { events, content } = await played('tool-failed');
    expect(content).toBe('There is none.');
    expect(events).toContainEqual({ type: 'tool_result', callId: 'c-1', ok: false, output: 'no such file' });
  });

  it('a rejected permission ends with exit 0 and no answer: a failure that says what was rejected', async () => {
    const { run: started } = await run({
      steps: [{ err: '! permission requested: bash (ls); auto-rejecting\n' }, { file: fixture('rejected') }],
    });
    const { error, events } = await seen(started);
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', message: expect.stringContaining('bash') });
    expect(events).toContainEqual({ type: 'status', status: 'denied', detail: 'bash (ls)' });
  });

  it.each([
    ['401', 1, 'AUTH', 'back-end'],
    ['429', 1, 'RATE_LIMIT', 'back-end'],
    ['500', 1, 'SERVER', 'back-end'],
    ['context-twice', 1, 'CONTEXT_WINDOW_EXCEEDED', 'back-end'],
    ['aborted', 1, 'CANCELLED', 'cancelled'],
    ['cut', 0, 'MAX_TOKENS', 'back-end'],
    ['hang', 0, 'NO_SUCCESS_EVENT', 'protocol'],
  ])('%s with exit %i is %s', async (name, code, expected, failureClass) => {
    const { error, events } = await played(name, code);
    expect(error).toMatchObject({ code: expected, class: failureClass });
    expect(events.filter(({ type }) => type === 'failed')).toHaveLength(1);
  });

  it('a hang before any session leaves none, and is stopped', async () => {
    const { run: started } = await run({ end: 'hang' });
    expect(await started.launched).not.toBeNull();
    expect((await started.stop('wall_limit')).confirmed).toBe(true);
    expect((await seen(started)).events).toEqual([]);
  });

  it('a stop ends the tool that a signal would leave running', async () => {
    const { run: started } = await run({ steps: [{ file: fixture('hang') }, { orphan: true }], end: 'hang' });
    const { rest } = await untilEvent(started, (event) => event.type === 'session');
    expect((await started.stop('cancelled')).confirmed).toBe(true);
    expect((await rest()).exit).toMatchObject({ kind: 'exited', ours: true });
  });

  it('a session that is gone: a new one where it is only preferred, a failure where it is required', async () => {
    const stale: PlayerScript = { steps: [{ err: 'Error: Session not found\n' }], end: { code: 1 } };
    const conversation = { sessionId: 'ses_0', workDir: '/w' };
    const required = await run(stale, { policy: 'resume-required', conversation });
    expect((await seen(required.run)).error).toMatchObject({ code: 'SESSION_NOT_FOUND', class: 'conversation' });
    expect(observed(required.record)?.argv.slice(-2)).toEqual(['--session', 'ses_0']);
    const preferred = await run(stale, { policy: 'resume-preferred', conversation });
    expect((await seen(preferred.run)).events[0]).toMatchObject({ type: 'status', status: 'session_not_found' });
    expect(observed(preferred.record)?.argv).not.toContain('--session');
  });
});

describe('the channel of opencode', () => {
  it('speaks to an address of its own by a configuration that holds no secret', async () => {
    const {
      run: started,
      call,
      record,
    } = await run(
      { steps: [{ file: fixture('text') }] },
      { model: 'm-1', reasoningEffort: 'high', developerInstructions: 'Be brief.' },
      {
        models: [{ id: 'm-1', label: 'One', reasoningEfforts: ['high'] }],
        modelProvider: 'house',
        baseUrl: 'http://127.0.0.1:1/v1',
        apiFormat: 'anthropic',
        apiKey: 'key-value',
        httpHeaders: { 'X-Team': 'header-value' },
        stateDir: '/state',
      },
    );
    await seen(started);
    const start = observed(record);
    expect(start?.argv.slice(-4)).toEqual(['--model', 'house/m-1', '--variant', 'high']);
    const file = join(call.scratchDir, 'opencode.json');
    expect(start?.env).toMatchObject({
      OPENCODE_CONFIG: file,
      ER_PROVIDER_KEY: 'key-value',
      ER_PROVIDER_HEADER_1: 'header-value',
      XDG_DATA_HOME: '/state/data',
      XDG_CONFIG_HOME: '/state/config',
    });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('value');
    expect(JSON.parse(text)).toMatchObject({
      instructions: [join(call.scratchDir, 'instructions.md')],
      enabled_providers: ['house'],
      model: 'house/m-1',
      provider: {
        house: {
          npm: '@ai-sdk/anthropic',
          options: {
            baseURL: 'http://127.0.0.1:1/v1',
            apiKey: '{env:ER_PROVIDER_KEY}',
            headers: { 'X-Team': '{env:ER_PROVIDER_HEADER_1}' },
          },
          models: { 'm-1': { name: 'One', reasoning: true } },
        },
      },
    });
  });

  it.each([
    ['read-only', { edit: 'deny', bash: 'deny', external_directory: 'deny' }],
    ['workspace-write', { edit: 'allow', bash: 'allow', external_directory: 'deny' }],
    ['full', expect.objectContaining({ external_directory: 'allow' })],
  ] as const)('permissions %s are rules that never ask', async (permissions, rules) => {
    const { run: started, record } = await run({ steps: [{ file: fixture('text') }] }, {}, { permissions });
    await seen(started);
    expect(JSON.parse(observed(record)?.env.OPENCODE_PERMISSION ?? '')).toEqual(rules);
  });

  it('refuses what only an address of its own can have, and an address without a model', () => {
    expect(driver.checkChannel?.(channelOf('opencode'))).toBeNull();
    expect(driver.checkChannel?.(channelOf('opencode', { apiFormat: 'anthropic' }))?.en).toContain('baseUrl');
    expect(driver.checkChannel?.(channelOf('opencode', { baseUrl: 'http://h' }))?.en).toContain('model');
  });
});

describe('a conversation with opencode', () => {
  it('is one of the Agent Client Protocol, and asks before it runs a command', async () => {
    const script = conversationScript(join(import.meta.dirname, '../fixtures/acp/ask-then-answer.jsonl'));
    const { call, record } = await prepare(script, { approve: async () => 'approved' });
    const session = driver.createInteractive?.(call);
    if (session === undefined) throw new Error('no session');
    const { content } = await turnOnce(session, turnOf(call));
    expect(content).toBe('Written.');
    const start = observed(record);
    expect(start?.argv).toEqual(['acp']);
    expect(JSON.parse(start?.env.OPENCODE_PERMISSION ?? '')).toMatchObject({ bash: 'ask', external_directory: 'ask' });
  });

  it('is deleted by its own command, whose refusal is told', async () => {
    const remove = async (script: PlayerScript) => {
      const { call, record } = await prepare({ stdin: undefined as never, ...script });
      const failure = await driver.deleteSession?.({ ...call, conversation: { sessionId: 'ses_1', workDir: '/w' } });
      return { failure, record };
    };
    const well = await remove({ steps: [{ out: 'Session ses_1 deleted\n' }] });
    expect(well.failure).toBeNull();
    expect(observed(well.record)?.argv).toEqual(['session', 'delete', 'ses_1']);
    const ill = await remove({ steps: [{ err: 'Session not found: ses_1\n' }], end: { code: 1 } });
    expect(ill.failure).toMatchObject({ class: 'cleanup', message: 'Session not found: ses_1' });
  });
});
