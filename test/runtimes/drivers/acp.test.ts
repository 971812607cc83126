import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResolvedChannel } from '../../../src/runtimes/channel.js';
import type { ApprovalRequest, DriverCall } from '../../../src/runtimes/driver.js';
import { createAcpDriver, createGeminiDriver, createQwenDriver } from '../../../src/runtimes/drivers/acp/driver.js';
import type { RuntimeEvent } from '../../../src/runtimes/events.js';
import { until } from '../../harness/until.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, seen, turnOf, untilEvent } from '../player/call.js';
import { observed } from '../player/observed.js';
import { conversationScript } from '../player/recording.js';
import { type PlayerScript, player } from '../player/script.js';

const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/acp', `${name}.jsonl`);
const driver = createAcpDriver();
const gemini = createGeminiDriver();
const qwen = createQwenDriver();

/** A call of an agent that plays a fixture; `record` is what it saw. */
async function agent(
  script: string | PlayerScript,
  fields: Partial<DriverCall> = {},
  channel: Partial<ResolvedChannel> = {},
): Promise<{ call: DriverCall; record: string }> {
  const folder = await workspace();
  const record = join(folder, 'seen.jsonl');
  const played = typeof script === 'string' ? conversationScript(fixture(script)) : script;
  const program = await player(folder, { ...played, record });
  const call = await callOf('acp', program, fields);
  return { call: { ...call, channel: channelOf('acp', { command: [program, '--speak'], ...channel }) }, record };
}

async function oneShot(name: string, fields: Partial<DriverCall> = {}, channel: Partial<ResolvedChannel> = {}) {
  const { call, record } = await agent(name, fields, channel);
  const run = driver.createOneShot?.(call);
  if (run === undefined) throw new Error('no one-shot');
  return { ...(await seen(run)), record };
}

const kinds = (events: readonly RuntimeEvent[]): string[] => events.map((event) => event.type);
const received = (record: string, method: string) =>
  (observed(record)?.received ?? []).filter((message) => message.method === method).map((message) => message.params);
const answers = (record: string) =>
  (observed(record)?.received ?? []).filter((message) => message.method === undefined).map((message) => message.result);

describe('one turn', () => {
  it('is the session, what is thought and said, the usage, and the answer', async () => {
    const { events, content, exit, record } = await oneShot('text-two-turns');
    expect(events).toEqual([
      { type: 'session', sessionId: 's-1' },
      { type: 'thinking', text: 'counting' },
      { type: 'text', text: 'Three ' },
      { type: 'text', text: 'files.' },
      { type: 'usage', usage: { input_tokens: 40, output_tokens: 5, cached_tokens: 10 } },
      { type: 'completed', content: 'Three files.' },
    ]);
    expect(content).toBe('Three files.');
    expect(exit).toMatchObject({ kind: 'exited', code: 0 });
    expect(observed(record)?.argv).toEqual(['--speak']);
    expect(received(record, 'session/prompt')).toEqual([
      { sessionId: 's-1', prompt: [{ type: 'text', text: 'Say hello' }] },
    ]);
  });

  it('says the instructions before the first prompt', async () => {
    const { record } = await oneShot('text-two-turns', { developerInstructions: 'Be brief.' });
    expect(received(record, 'session/prompt')).toMatchObject([{ prompt: [{ text: 'Be brief.\n\n---\n\nSay hello' }] }]);
  });

  it('asks before a command is run, tells the call once its input is known, and answers with what was said after it', async () => {
    const asked: ApprovalRequest[] = [];
    const approve = async (request: ApprovalRequest) => {
      asked.push(request);
      return 'approved' as const;
    };
    const { events, record } = await oneShot('ask-then-answer', { approve });
    expect(asked).toMatchObject([{ requestId: 'permission-1', tool: 'execute', argv: 'touch report.txt', writes: [] }]);
    expect(events.filter(({ type }) => type !== 'text')).toEqual([
      { type: 'session', sessionId: 's-1' },
      { type: 'tool_call', callId: 't-1', tool: 'Bash', input: { command: 'touch report.txt' } },
      {
        type: 'approval_request',
        requestId: 'permission-1',
        tool: 'execute',
        argv: 'touch report.txt',
        cwd: expect.any(String),
      },
      { type: 'tool_result', callId: 't-1', ok: true, output: '(nothing)' },
      { type: 'usage', usage: { input_tokens: 10, output_tokens: 2, cached_tokens: null } },
      { type: 'completed', content: 'Written.' },
    ]);
    expect(answers(record)).toEqual([{ outcome: { outcome: 'selected', optionId: 'once' } }]);
    expect(received(record, 'session/set_mode')).toEqual([{ sessionId: 's-1', modeId: 'acceptEdits' }]);
  });

  it('fails where a denied tool leaves it without an answer', async () => {
    const { error, record } = await oneShot('ask-denied-silently');
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', class: 'back-end' });
    expect(error?.message).toContain('touch report.txt');
    expect(answers(record)).toEqual([{ outcome: { outcome: 'selected', optionId: 'no' } }]);
  });

  it.each([
    ['of another session', (params: object) => ({ ...params, sessionId: 's-2' })],
    ['without an option that would allow it', (params: object) => ({ ...params, options: [] })],
  ])('refuses a request %s at once, and asks nobody', async (_what, change) => {
    const asked: ApprovalRequest[] = [];
    const script = conversationScript(fixture('ask-then-answer'));
    const steps = (script.steps ?? []).map((step) =>
      'send' in step && step.send.method === 'session/request_permission'
        ? { send: { ...step.send, params: change(step.send.params as object) } }
        : step,
    );
    const { call, record } = await agent(
      { ...script, steps },
      {
        approve: async (request) => {
          asked.push(request);
          return 'approved';
        },
      },
    );
    const run = driver.createOneShot?.(call);
    if (run === undefined) throw new Error('no one-shot');
    await seen(run);
    expect(asked).toEqual([]);
    const [answer] = answers(record);
    expect(answer).not.toMatchObject({ outcome: { optionId: 'once' } });
  });

  it('completes where the agent answers in spite of a denied tool', async () => {
    const { events, content } = await oneShot('ask-denied-but-answered');
    expect(content).toBe('I may not write here.');
    expect(events).toContainEqual({ type: 'status', status: 'denied', detail: 'touch report.txt' });
  });

  it('names the files an edit would write, outside of the work folder too', async () => {
    const asked: ApprovalRequest[] = [];
    const { events } = await oneShot('edit-outside', {
      approve: async (request) => {
        asked.push(request);
        return 'denied';
      },
    });
    expect(asked[0]?.writes).toEqual(['/etc/motd', expect.stringMatching(/^\/.*elsewhere\.txt$/)]);
    expect(kinds(events)).toContain('approval_request');
  });

  it.each([
    ['401-as-code', 'AUTH', 'the key is not valid'],
    ['401-as-details', 'AUTH', '401 the key is not valid'],
    ['401-as-data-message', 'AUTH', 'unexpected status 401'],
    ['401-as-auth-required', 'AUTH', 'Authentication required'],
    ['login-wanted', 'AUTH', 'Authentication required'],
    ['masked-429', 'RATE_LIMIT', 'exceeded retry limit'],
    ['stop-refusal', 'REFUSED', 'Half an ans'],
    ['stop-max_tokens', 'MAX_TOKENS', ''],
    ['stop-max_turn_requests', 'MAX_TURN_REQUESTS', ''],
    ['stop-sleepy', 'UNKNOWN_STOP_REASON', 'sleepy'],
    ['initialize-refused', 'HANDSHAKE_FAILED', 'cannot start: no home'],
    ['other-protocol', 'PROTOCOL_VERSION', 'version 2'],
  ])('%s is %s', async (name, code, message) => {
    const { error, exit } = await oneShot(name);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    expect(exit.kind).toBe('exited');
  });

  it('an error that is retried is no failure', async () => {
    const { content, events } = await oneShot('error-retried-then-well');
    expect(content).toBe('Fine after all.');
    expect(events).toContainEqual({ type: 'status', status: 'retrying', detail: 'Reconnecting... 1/2' });
  });

  it('of an agent that numbers its messages answers with the last one, and what stands beside them is a notice', async () => {
    const { content, events } = await oneShot('notice-beside-messages');
    expect(content).toBe('Two files.');
    expect(events).toContainEqual({ type: 'status', status: 'notice', detail: '**Warning:** your plan changes soon' });
  });

  it('refuses what a vendor asks for, skips what it tells, and sums what each model call has used', async () => {
    const { events, content, record } = await oneShot('vendor-request');
    expect(content).toBe('Answered.');
    expect(events).toContainEqual({ type: 'usage', usage: { input_tokens: 15, output_tokens: 3, cached_tokens: 6 } });
    expect(observed(record)?.received).toContainEqual(
      expect.objectContaining({ id: 1, error: expect.objectContaining({ code: -32601 }) }),
    );
  });
});

describe('the channel', () => {
  it('sets permissions, model and reasoning effort by the options an agent offers', async () => {
    const { content, record } = await oneShot(
      'config-options',
      { model: 'c/d', reasoningEffort: 'high' },
      { permissions: 'read-only' },
    );
    expect(content).toBe('Set.');
    expect(received(record, 'session/set_config_option')).toEqual([
      { sessionId: 's-1', configId: 'mode', value: 'plan' },
      { sessionId: 's-1', configId: 'model', value: 'c/d' },
      { sessionId: 's-1', configId: 'effort', value: 'high' },
    ]);
  });

  it.each<[string, Partial<DriverCall>, Partial<ResolvedChannel>, string]>([
    ['text-two-turns', {}, { permissions: 'read-only' }, 'PERMISSIONS_UNSUPPORTED'],
    ['text-two-turns', { model: 'm' }, {}, 'MODEL_UNSUPPORTED'],
    ['text-two-turns', {}, { modelReasoningEffort: 'high' }, 'REASONING_EFFORT_UNSUPPORTED'],
    ['option-refused', { model: 'm' }, {}, 'SETTING_REFUSED'],
  ])('what an agent has no switch for fails: %s %j %j', async (name, fields, channel, code) => {
    const { error, events } = await oneShot(name, fields, channel);
    expect(error?.code).toBe(code);
    expect(events[0]).toEqual({ type: 'session', sessionId: 's-1' });
  });

  it('full allows whatever is asked for, without asking anybody', async () => {
    const approve = async (): Promise<'approved'> => {
      throw new Error('nobody is asked');
    };
    const { content, record, events } = await oneShot('ask-denied-but-answered', { approve }, { permissions: 'full' });
    expect(content).toBe('I may not write here.');
    expect(kinds(events)).not.toContain('approval_request');
    expect(answers(record)).toEqual([{ outcome: { outcome: 'selected', optionId: 'once' } }]);
  });

  it('without a command is refused', () => {
    expect(driver.checkChannel?.(channelOf('acp'))?.en).toContain('command');
    expect(driver.checkChannel?.(channelOf('acp', { command: ['x'] }))).toBeNull();
  });

  it('with a command that is not there fails before anything is started', async () => {
    const call = await callOf('acp', '/nowhere', {});
    const run = driver.createOneShot?.({ ...call, channel: channelOf('acp', { command: ['/nowhere/agent'] }) });
    if (run === undefined) throw new Error('no one-shot');
    const { error, exit } = await seen(run);
    expect(error).toMatchObject({ code: 'EXECUTABLE_NOT_FOUND', class: 'launch' });
    expect(exit.kind).toBe('not_started');
  });
});

describe('a session that is continued', () => {
  const conversation = { sessionId: 's-1', workDir: '/w' };

  it('does not tell what the loaded session held before', async () => {
    const { events } = await oneShot('load-replays', { policy: 'resume-required', conversation });
    expect(events).toEqual([
      { type: 'session', sessionId: 's-1' },
      { type: 'text', text: 'The new answer.' },
      { type: 'completed', content: 'The new answer.' },
    ]);
  });

  it('is resumed where it cannot be loaded', async () => {
    const { content } = await oneShot('resume-without-load', { policy: 'resume-required', conversation });
    expect(content).toBe('Resumed.');
  });

  it.each(['load-stale', 'cannot-load'])('%s: another one is made where it is only preferred', async (name) => {
    const { events, content } = await oneShot(name, { policy: 'resume-preferred', conversation });
    expect(content).not.toBeNull();
    expect(events).toContainEqual(expect.objectContaining({ type: 'status', status: 'session_not_found' }));
    expect(events).toContainEqual({ type: 'session', sessionId: 's-1' });
  });

  it.each([
    ['load-stale', 'SESSION_NOT_FOUND'],
    ['cannot-load', 'RESUME_UNSUPPORTED'],
  ])('%s: fails and reports no session where it is required', async (name, code) => {
    const { events, error } = await oneShot(name, { policy: 'resume-required', conversation });
    expect(error).toMatchObject({ code, class: 'conversation' });
    expect(kinds(events)).not.toContain('session');
  });
});

describe('stopping', () => {
  it('asks the agent to cancel, and the agent leaves by itself', async () => {
    const { call, record } = await agent('cancel-mid-tool');
    const run = driver.createOneShot?.(call);
    if (run === undefined) throw new Error('no one-shot');
    const { rest } = await untilEvent(run, (event) => event.type === 'tool_call');
    const [one, other] = [run.stop('cancelled'), run.stop('shutdown')];
    const { events, error, exit } = await rest();
    expect(error).toMatchObject({ code: 'CANCELLED', class: 'cancelled' });
    expect(events).toContainEqual({ type: 'tool_result', callId: 't-1', ok: false, output: 'aborted' });
    expect(exit).toMatchObject({ kind: 'exited', code: 0 });
    expect(await one).toEqual(await other);
    expect(received(record, 'session/cancel')).toEqual([{ sessionId: 's-1' }]);
  });

  it('answers what the agent was asking', async () => {
    const never = new Promise<'approved'>(() => {});
    const { call, record } = await agent('cancel-while-asked', { approve: () => never });
    const run = driver.createOneShot?.(call);
    if (run === undefined) throw new Error('no one-shot');
    const { rest } = await untilEvent(run, (event) => event.type === 'approval_request');
    await run.stop('cancelled');
    expect((await rest()).error?.class).toBe('cancelled');
    expect(answers(record)).toEqual([{ outcome: { outcome: 'cancelled' } }]);
  });

  it('ends an agent that hangs before it says anything', async () => {
    const { call, record } = await agent({ stdin: 'talk', end: 'hang' });
    const run = driver.createOneShot?.(call);
    if (run === undefined) throw new Error('no one-shot');
    expect(await run.launched).not.toBeNull();
    const report = await run.stop('wall_limit');
    const { events, exit } = await seen(run);
    expect(report.confirmed).toBe(true);
    expect(events).toEqual([]);
    expect(exit).toMatchObject({ kind: 'exited', ours: true });
    expect(observed(record)?.signals ?? []).toEqual([]);
  });

  it('ends an agent that never leaves when its stdin is closed', async () => {
    const script = conversationScript(fixture('text-two-turns'));
    const { call } = await agent({ ...script, steps: script.steps?.slice(0, 11) ?? [], end: 'hang' });
    const run = driver.createOneShot?.(call);
    if (run === undefined) throw new Error('no one-shot');
    const { content, exit } = await seen(run);
    expect(content).toBe('Three files.');
    expect(exit).toMatchObject({ kind: 'exited', signal: 'SIGTERM', ours: true });
  });

  it('an agent that dies in the middle of a turn is a failure of unknown outcome', async () => {
    const script = conversationScript(fixture('text-two-turns'));
    const steps = script.steps?.slice(0, 8);
    const { call } = await agent({
      ...script,
      steps: [...(steps ?? []), { err: 'out of memory\n' }],
      end: { code: 9 },
    });
    const run = driver.createOneShot?.(call);
    if (run === undefined) throw new Error('no one-shot');
    const { error, events } = await seen(run);
    expect(error).toMatchObject({
      code: 'EXIT_CODE',
      outcome: 'unknown',
      message: expect.stringContaining('out of memory'),
    });
    expect(events[0]).toEqual({ type: 'session', sessionId: 's-1' });
  });

  it('a shut down driver starts nothing', async () => {
    const other = createAcpDriver();
    await other.shutdown();
    const { call } = await agent('text-two-turns');
    const run = other.createOneShot?.(call);
    if (run === undefined) throw new Error('no one-shot');
    expect((await seen(run)).error).toMatchObject({ class: 'shutdown' });
  });
});

describe('a conversation', () => {
  it('has turns one after the other with one process, each with its session, its usage and its answer', async () => {
    const { call } = await agent('text-two-turns');
    const session = driver.createInteractive?.(call);
    if (session === undefined) throw new Error('no session');
    const [first, second] = [session.send(turnOf(call)), session.send(turnOf(call, { prompt: 'And now?' }))];
    expect(session.snapshot()).toMatchObject({ state: 'busy', queued: 1 });
    const [one, two] = await Promise.all([seen(first), seen(second)]);
    expect([one.content, two.content]).toEqual(['Three files.', 'Still three.']);
    expect(one.exit).toEqual({ kind: 'settled' });
    expect(two.events[0]).toEqual({ type: 'session', sessionId: 's-1' });
    expect(session.snapshot()).toMatchObject({ state: 'idle', sessionId: 's-1', queued: 0 });
    expect((await session.detach()).confirmed).toBe(true);
    expect(session.snapshot().state).toBe('detached');
  });

  it('goes on after an interrupted turn', async () => {
    const { call } = await agent('cancel-mid-tool');
    const session = driver.createInteractive?.(call);
    if (session === undefined) throw new Error('no session');
    const { rest } = await untilEvent(session.send(turnOf(call)), (event) => event.type === 'tool_call');
    const interrupted = session.interrupt('cancelled');
    const first = await rest();
    expect(first.error?.class).toBe('cancelled');
    expect(first.exit).toEqual({ kind: 'settled' });
    expect((await interrupted).confirmed).toBe(true);
    const second = await seen(session.send(turnOf(call, { prompt: 'Again' })));
    expect(second.content).toBe('Here again.');
    await session.detach();
  });

  it('ends with an agent that does not heed the interrupt', async () => {
    const { call } = await agent('cancel-ignored');
    const session = driver.createInteractive?.(call);
    if (session === undefined) throw new Error('no session');
    const { rest } = await untilEvent(session.send(turnOf(call)), (event) => event.type === 'text');
    expect((await session.interrupt('cancelled')).confirmed).toBe(true);
    const { exit, events } = await rest();
    expect(events).toEqual([]);
    expect(exit).toMatchObject({ kind: 'exited', ours: true });
    expect(session.snapshot().state).toBe('detached');
    expect((await seen(session.send(turnOf(call)))).error?.code).toBe('SESSION_DETACHED');
  }, 20_000);

  it('that cannot be opened says why, and leaves no process', async () => {
    const { call } = await agent('initialize-refused');
    const session = driver.createInteractive?.(call);
    if (session === undefined) throw new Error('no session');
    const first = await seen(session.send(turnOf(call)));
    expect(first.error?.code).toBe('HANDSHAKE_FAILED');
    await until('the agent is gone', () => session.snapshot().state === 'detached');
    expect((await seen(session.send(turnOf(call)))).error?.class).toBe('conversation');
  });
});

describe('the presets', () => {
  const program = async (name: string): Promise<{ path: string; record: string }> => {
    const folder = await workspace();
    const record = join(folder, 'seen.jsonl');
    return { path: await player(folder, { ...conversationScript(fixture(name)), record }), record };
  };

  it('gemini: key, address and headers go by the environment, the model by a switch', async () => {
    const { path, record } = await program('gemini-tool');
    const call = await callOf('gemini', path, { model: 'm-2', approve: async () => 'approved' });
    const channel = channelOf('gemini', {
      apiKey: 'k-1',
      environment: { GEMINI_API_KEY: 'k-1' },
      baseUrl: 'http://127.0.0.1:1/v',
      httpHeaders: { 'X-Team': 'red', 'X-Seat': '4' },
      stateDir: '/state',
    });
    const run = gemini.createOneShot?.({ ...call, channel });
    if (run === undefined) throw new Error('no one-shot');
    const { content, events } = await seen(run);
    expect(content).toBe('Ran.');
    expect(events).toContainEqual({
      type: 'usage',
      usage: { input_tokens: 24, output_tokens: 3, cached_tokens: null },
    });
    const start = observed(record);
    expect(start?.argv).toEqual(['--acp', '-m', 'm-2']);
    expect(start?.env).toMatchObject({
      GEMINI_API_KEY: 'k-1',
      GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1/v',
      GEMINI_CLI_CUSTOM_HEADERS: 'X-Team: red, X-Seat: 4',
      GEMINI_CLI_HOME: '/state',
      ER_INVOCATION_ID: call.invocationId,
    });
  });

  it('qwen: speaks to the address and with the key of the channel, and keeps its state where that says', async () => {
    const { path, record } = await program('text-two-turns');
    const call = await callOf('qwen', path, { model: 'q' });
    const channel = channelOf('qwen', { apiKey: 'k-2', baseUrl: 'http://127.0.0.1:1/v1', stateDir: '/state' });
    const run = qwen.createOneShot?.({ ...call, channel });
    if (run === undefined) throw new Error('no one-shot');
    expect((await seen(run)).content).toBe('Three files.');
    const start = observed(record);
    expect(start?.argv).toEqual(['--acp', '--auth-type', 'openai', '--model', 'q']);
    expect(start?.env).toMatchObject({
      OPENAI_API_KEY: 'k-2',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      HOME: '/state',
    });
  });
});
