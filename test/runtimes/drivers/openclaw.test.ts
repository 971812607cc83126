import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResolvedChannel } from '../../../src/runtimes/channel.js';
import type { DriverCall } from '../../../src/runtimes/driver.js';
import { createOpenclawDriver } from '../../../src/runtimes/drivers/openclaw/driver.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, seen, turnOf, turnOnce } from '../player/call.js';
import { observed } from '../player/observed.js';
import { conversationScript } from '../player/recording.js';
import { type PlayerScript, player } from '../player/script.js';

const driver = createOpenclawDriver();
const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/openclaw', `${name}.json`);
/** As its configuration names a variable. */
const variable = (name: string): string => `\${${name}}`;
const GATEWAY = { baseUrl: 'ws://127.0.0.1:1', apiKey: 'token-value' };

async function run(script: PlayerScript, fields: Partial<DriverCall> = {}, channel: Partial<ResolvedChannel> = {}) {
  const folder = await workspace();
  const record = join(folder, 'seen.jsonl');
  const call = await callOf('openclaw', await player(folder, { stdin: 'read', ...script, record }), fields);
  const started = driver.createOneShot?.({
    ...call,
    channel: channelOf('openclaw', { permissions: 'full', ...channel }),
  });
  if (started === undefined) throw new Error('no one-shot');
  return { run: started, call, record };
}

async function played(
  name: string,
  code = 0,
  fields: Partial<DriverCall> = {},
  channel: Partial<ResolvedChannel> = {},
) {
  const steps = [{ err: '[agent/embedded] cataloged 38 tools\n' }, { file: fixture(name) }];
  const { run: started, call, record } = await run({ steps, end: { code } }, fields, channel);
  return { ...(await seen(started)), call, record };
}

const preferred = { policy: 'resume-preferred' } as const;

describe('openclaw', () => {
  it('runs once with a state that is thrown away: its one document is all of it, and no session can be continued', async () => {
    const { events, record, call } = await played('exec-text');
    expect(events).toEqual([
      { type: 'session', sessionId: 'o-1' },
      { type: 'status', status: 'tools', detail: 'exec, read: 2 (1 failed)' },
      { type: 'usage', usage: { input_tokens: 10, output_tokens: 2, cached_tokens: 1 } },
      { type: 'completed', content: 'Two files.' },
    ]);
    const start = observed(record);
    expect(start?.argv).toEqual([
      ...['agent', 'exec', '--json', '--message-file', '-', '--cwd', call.workDir],
      ...['--timeout', '0'],
    ]);
    expect(start?.stdin).toBe('Say hello');
    expect(start?.env).toMatchObject({ OPENCLAW_NO_RESPAWN: '1' });
  });

  it('runs in a session of its own where it is to be continued, and binds the id of the reply with the key that was sent', async () => {
    const { events, record, call } = await played('local-text', 0, preferred);
    const key = `agent:main:er-${call.invocationId}`;
    expect(events).toEqual([
      { type: 'session', sessionId: 'o-2', state: { sessionKey: key } },
      { type: 'usage', usage: { input_tokens: 20, output_tokens: 4, cached_tokens: 2 } },
      { type: 'completed', content: 'First.\nSecond.' },
    ]);
    const file = join(call.scratchDir, 'prompt.md');
    expect(observed(record)?.argv).toEqual([
      ...['agent', '--local', '--json', '--session-key', key, '--message-file', file],
      ...['--timeout', '0'],
    ]);
    expect(readFileSync(file, 'utf8')).toBe('Say hello');
  });

  it('continues a session by its key', async () => {
    const conversation = { sessionId: 'o-2', workDir: '/w', sessionKey: 'agent:main:k' };
    const { events, record } = await played('local-text', 0, { policy: 'resume-required', conversation });
    expect(events[0]).toEqual({ type: 'session', sessionId: 'o-2', state: { sessionKey: 'agent:main:k' } });
    expect(observed(record)?.argv).toContain('agent:main:k');
  });

  it('goes through a Gateway where the channel names one, whose token is in no argument', async () => {
    const { content, record, call } = await played('gateway-text', 0, {}, GATEWAY);
    expect(content).toBe('By the gate.');
    const start = observed(record);
    expect(start?.argv.slice(0, 3)).toEqual(['agent', '--json', '--session-key']);
    expect(JSON.stringify(start?.argv)).not.toContain('token-value');
    expect(start?.env).toMatchObject({ ER_PROVIDER_KEY: 'token-value' });
    const file = readFileSync(join(call.scratchDir, 'openclaw.json'), 'utf8');
    expect(JSON.parse(file)).toEqual({
      gateway: { mode: 'remote', remote: { url: 'ws://127.0.0.1:1', token: variable('ER_PROVIDER_KEY') } },
    });
  });

  it.each([
    ['exec-401', 1, 'AUTH', 'back-end'],
    ['cli-error', 1, 'AUTH', 'back-end'],
    ['gateway-error', 1, 'RATE_LIMIT', 'back-end'],
    ['exec-timeout', 2, 'BACKEND_TIMEOUT', 'timed_out'],
    ['local-aborted', 1, 'CANCELLED', 'cancelled'],
    ['local-cut', 0, 'UNKNOWN_STOP_REASON', 'protocol'],
  ])('%s with exit %i is %s', async (name, code, expected, failureClass) => {
    const { error } = await played(name, code);
    expect(error).toMatchObject({ code: expected, class: failureClass });
  });

  it('nothing but an exit of 0 is no success', async () => {
    const { run: started } = await run({ steps: [{ out: 'openclaw is ready\n' }] });
    const { error, events } = await seen(started);
    expect(events[0]).toEqual({ type: 'raw', source: 'stdout', text: 'openclaw is ready' });
    expect(error?.code).toBe('NO_SUCCESS_EVENT');
  });

  it('is asked to end, and an agent that its launcher leaves behind is ended with it', async () => {
    const { run: started, record } = await run({
      steps: [{ orphan: true }],
      end: 'hang',
      signals: { SIGTERM: { code: 143 } },
    });
    expect(await started.launched).not.toBeNull();
    await expect.poll(() => observed(record)).not.toBeNull();
    expect((await started.stop('cancelled')).confirmed).toBe(true);
    expect((await seen(started)).exit).toMatchObject({ kind: 'exited', ours: true });
  });

  it('speaks to a model provider of the channel by a configuration that holds no secret', async () => {
    const { call, record } = await played(
      'exec-text',
      0,
      { model: 'm-1', reasoningEffort: 'low', developerInstructions: 'Be brief.' },
      {
        permissions: 'read-only',
        models: [{ id: 'm-1', label: 'One' }],
        modelProvider: 'house',
        baseUrl: 'http://127.0.0.1:1/v1',
        apiFormat: 'openai_responses',
        apiKey: 'key-value',
        httpHeaders: { 'X-Team': 'header-value' },
        stateDir: '/state',
      },
    );
    const start = observed(record);
    const file = join(call.scratchDir, 'openclaw.json');
    expect(start?.argv.slice(-8)).toEqual([
      ...['--config', file, '--model', 'house/m-1', '--thinking', 'low', '--timeout', '0'],
    ]);
    expect(start?.stdin).toBe('Be brief.\n\n---\n\nSay hello');
    expect(start?.env).toMatchObject({ OPENCLAW_STATE_DIR: '/state', ER_PROVIDER_KEY: 'key-value' });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('value');
    expect(JSON.parse(text)).toMatchObject({
      agents: { defaults: { workspace: call.workDir, model: { primary: 'house/m-1' } } },
      models: {
        mode: 'replace',
        providers: {
          house: {
            baseUrl: 'http://127.0.0.1:1/v1',
            api: 'openai-responses',
            apiKey: variable('ER_PROVIDER_KEY'),
            headers: { 'X-Team': variable('ER_PROVIDER_HEADER_1') },
            models: [{ id: 'm-1', name: 'One' }],
          },
        },
      },
      tools: { allow: ['read'] },
    });
  });

  it.each<[Partial<ResolvedChannel>, string | null]>([
    [{}, 'full'],
    [{ permissions: 'full' }, null],
    [{ permissions: 'read-only' }, 'baseUrl'],
    [{ permissions: 'full', apiFormat: 'anthropic' }, 'baseUrl'],
    [{ permissions: 'full', baseUrl: 'http://h' }, 'model'],
    [{ permissions: 'full', approvals: { policy: 'ask', allow: [] } }, 'Gateway'],
    [{ permissions: 'full', baseUrl: 'wss://h', approvals: { policy: 'ask', allow: [] } }, null],
  ])('checks a channel: %j', (fields, said) => {
    const refusal = driver.checkChannel?.(channelOf('openclaw', fields));
    if (said === null) expect(refusal).toBeNull();
    else expect(refusal?.en).toContain(said);
  });
});

describe('a conversation with openclaw', () => {
  const talk = async (channel: Partial<ResolvedChannel>) => {
    const folder = await workspace();
    const record = join(folder, 'seen.jsonl');
    const script = conversationScript(join(import.meta.dirname, '../fixtures/acp/text-two-turns.jsonl'));
    const call = await callOf('openclaw', await player(folder, { ...script, record }));
    const session = driver.createInteractive?.({ ...call, channel: channelOf('openclaw', channel) });
    if (session === undefined) throw new Error('no session');
    return { ...(await turnOnce(session, turnOf(call))), call, record };
  };

  it('goes through the bridge to the Gateway, with a token file and a key of its own', async () => {
    const { content, events, call, record } = await talk({ permissions: 'full', ...GATEWAY });
    const key = `agent:main:er-${call.invocationId}`;
    expect(content).toBe('Three files.');
    expect(events[0]).toEqual({ type: 'session', sessionId: 's-1', state: { sessionKey: key } });
    const token = join(call.scratchDir, 'gateway-token');
    expect(observed(record)?.argv).toEqual([
      ...['acp', '--url', 'ws://127.0.0.1:1', '--token-file', token, '--session', key],
    ]);
    expect(readFileSync(token, 'utf8')).toBe('token-value');
  });

  it('without a Gateway says that one is needed', async () => {
    expect((await talk({ permissions: 'full' })).error).toMatchObject({ code: 'GATEWAY_REQUIRED', class: 'config' });
  });
});
