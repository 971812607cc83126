import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findByMark } from '../../../src/processes/tree.js';
import type { ApprovalRequest, DriverCall } from '../../../src/runtimes/driver.js';
import { createCodexDriver } from '../../../src/runtimes/drivers/codex/driver.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, seen, turnOf, turnOnce, untilEvent } from '../player/call.js';
import { fixture } from '../player/fixture.js';
import { observed } from '../player/observed.js';
import { conversationScript } from '../player/recording.js';
import { type PlayerScript, player } from '../player/script.js';

const THREAD = '0f0e0d0c-aaaa-7bbb-8ccc-111122223333';
const ASKING = channelOf('codex', { approvals: { policy: 'ask', allow: [] } });
let driver = createCodexDriver();

afterEach(async () => {
  await driver.shutdown();
  driver = createCodexDriver();
});

async function prepared(name: string, fields: Partial<DriverCall> = {}, script: PlayerScript = {}) {
  const folder = await workspace();
  const record = join(folder, 'record');
  const recording = conversationScript(fixture(`codex-app-server/${name}.jsonl`));
  const call = await callOf('codex', await player(folder, { ...recording, ...script, record }), fields);
  return { call, saw: () => observed(record) };
}

async function sessionOf(name: string, fields: Partial<DriverCall> = {}, script: PlayerScript = {}) {
  const { call, saw } = await prepared(name, fields, script);
  return { call, saw, session: driver.createInteractive?.(call) ?? expect.fail('no session') };
}

const answering = (decision: 'approved' | 'denied', asked: ApprovalRequest[]): DriverCall['approve'] => {
  return async (request) => {
    asked.push(request);
    return decision;
  };
};

describe('codex app-server', () => {
  it('runs prompts one at a time, in order, each with a turn of its own', async () => {
    const { session, call, saw } = await sessionOf('two-turns', { developerInstructions: 'Be brief.', model: 'm' });
    expect(session.snapshot()).toMatchObject({ state: 'idle', sessionId: null, queued: 0 });
    const [first, second] = [session.send(turnOf(call)), session.send(turnOf(call, { prompt: 'Go on' }))];
    expect(session.snapshot()).toMatchObject({ state: 'busy', queued: 1 });
    const [one, other] = await Promise.all([seen(first), seen(second)]);
    expect(one.events).toEqual([
      { type: 'status', status: 'warning', detail: 'A warning' },
      { type: 'session', sessionId: THREAD, turnId: 'turn-1', state: { threadTotal: '0,0,0' } },
      { type: 'text', text: '你好，' },
      { type: 'text', text: '世界' },
      { type: 'usage', usage: { input_tokens: 100, output_tokens: 5, cached_tokens: 10 } },
      { type: 'session', sessionId: THREAD, turnId: 'turn-1', state: { threadTotal: '100,10,5' } },
      { type: 'completed', content: '你好，世界' },
    ]);
    expect(one.exit).toEqual({ kind: 'settled' });
    expect(other.events.filter((event) => event.type === 'text')).toEqual([{ type: 'text', text: 'In one piece' }]);
    expect(other.events).toContainEqual({
      type: 'usage',
      usage: { input_tokens: 250, output_tokens: 13, cached_tokens: 40 },
    });
    expect(session.snapshot()).toMatchObject({ state: 'idle', sessionId: THREAD });
    expect(await session.detach()).toMatchObject({ confirmed: true });
    expect(session.snapshot()).toMatchObject({ state: 'detached' });
    const messages = saw()?.received ?? [];
    expect(messages.map((message) => message.method)).toEqual([
      ...['initialize', 'initialized', 'thread/start', 'turn/start', 'turn/start'],
    ]);
    expect(messages[2]?.params).toEqual({
      cwd: call.workDir,
      approvalPolicy: 'never',
      sandbox: 'workspace-write',
      model: 'm',
      developerInstructions: 'Be brief.',
    });
    expect(JSON.stringify(messages[4]?.params)).toContain('Go on');
  });

  it('shows everything a turn does, and nothing of other threads', async () => {
    const { session, call } = await sessionOf('everything');
    const { events } = await turnOnce(session, turnOf(call));
    expect(events.filter((one) => one.type !== 'session' && one.type !== 'text')).toEqual([
      { type: 'status', status: 'warning', detail: 'A warning' },
      { type: 'thinking', text: 'Hm' },
      { type: 'thinking', text: 'Whole' },
      { type: 'status', status: 'plan', detail: '[{"step":"one","status":"pending"}]' },
      {
        type: 'tool_call',
        callId: 'c2',
        tool: 'mcp_tool_call',
        input: { server: 's', tool: 't', arguments: { q: 1 } },
      },
      { type: 'tool_result', callId: 'c2', ok: false, output: 'no such tool' },
      { type: 'tool_call', callId: 'c3', tool: 'web_search', input: { query: 'x' } },
      { type: 'tool_result', callId: 'c3', ok: true, output: '' },
      { type: 'status', status: 'warning', detail: 'careful' },
      { type: 'completed', content: 'Done' },
    ]);
    expect(events.filter((one) => one.type === 'text')).toEqual([{ type: 'text', text: 'Done' }]);
  });

  it.each([
    ['401', 'AUTH'],
    ['429', 'RATE_LIMIT'],
  ])('a turn that failed by %s is %s, and the session lives on', async (name, code) => {
    const { session, call } = await sessionOf(name);
    expect(await seen(session.send(turnOf(call)))).toMatchObject({ error: { code }, exit: { kind: 'settled' } });
    expect(session.snapshot().state).toBe('idle');
    await session.detach();
  });

  it('a turn that is refused failed', async () => {
    const { session, call } = await sessionOf('refuses-the-turn');
    const { error } = await turnOnce(session, turnOf(call));
    expect(error).toMatchObject({ code: 'APP_SERVER_ERROR', class: 'protocol' });
    expect(error?.message).toContain('input must not be empty');
  });

  it('a server that dies in a turn takes it and the waiting ones along', async () => {
    const { session, call } = await sessionOf('dies-mid-turn', {}, { end: { code: 3 } });
    const [one, other] = await Promise.all([seen(session.send(turnOf(call))), seen(session.send(turnOf(call)))]);
    expect(one).toMatchObject({ error: { code: 'EXIT_CODE' }, exit: { kind: 'exited', code: 3 } });
    expect(other).toMatchObject({ error: { code: 'EXIT_CODE' }, exit: { kind: 'exited', code: 3 } });
    const late = await seen(session.send(turnOf(call)));
    expect(late).toMatchObject({ error: { code: 'SESSION_DETACHED' }, exit: { kind: 'not_started' } });
  });

  it('a session without its program says so at every prompt', async () => {
    const call = await callOf('codex', '/no/such/codex');
    const session = driver.createInteractive?.(call) ?? expect.fail();
    expect(await turnOnce(session, turnOf(call))).toMatchObject({ error: { code: 'EXECUTABLE_NOT_FOUND' } });
  });
});

describe('approvals of codex', () => {
  it('an approved command runs', async () => {
    const asked: ApprovalRequest[] = [];
    const { session, call, saw } = await sessionOf('command-approved', {
      channel: ASKING,
      approve: answering('approved', asked),
    });
    const { events, content } = await turnOnce(session, turnOf(call));
    expect(content).toBe('Done');
    expect(asked).toMatchObject([
      { requestId: 'call-1', tool: 'command', argv: 'ls -l', cwd: '/home/user/demo', writes: [] },
    ]);
    expect(events).toContainEqual({
      type: 'approval_request',
      requestId: 'call-1',
      tool: 'command',
      argv: 'ls -l',
      cwd: '/home/user/demo',
    });
    expect(events).toContainEqual({ type: 'tool_result', callId: 'call-1', ok: true, output: 'a.txt\n' });
    expect(saw()?.received[2]?.params).toMatchObject({ approvalPolicy: 'untrusted' });
    expect(saw()?.received.at(-1)).toMatchObject({ id: 0, result: { decision: 'accept' } });
  });

  it('a declined command does not, and the turn goes on', async () => {
    const { session, call, saw } = await sessionOf('command-declined', { channel: ASKING });
    const { events, content } = await turnOnce(session, turnOf(call));
    expect(content).toBe('Done');
    expect(events).toContainEqual({ type: 'tool_result', callId: 'call-1', ok: false, output: 'declined' });
    expect(saw()?.received.at(-1)).toMatchObject({ result: { decision: 'decline' } });
  });

  it('a file change names every file it would write, absolute', async () => {
    const asked: ApprovalRequest[] = [];
    const { session, call } = await sessionOf('file-change', { channel: ASKING, approve: answering('denied', asked) });
    await turnOnce(session, turnOf(call));
    expect(asked).toMatchObject([
      { tool: 'file_change', argv: null, writes: [join(call.workDir, 'sub/b.txt'), '/etc/hosts'] },
    ]);
  });

  it('what is typed into a running program is no command line', async () => {
    const asked: ApprovalRequest[] = [];
    const { session, call } = await sessionOf('typed-into-a-program', { approve: answering('denied', asked) });
    await turnOnce(session, turnOf(call));
    expect(asked).toMatchObject([{ requestId: 'ap-1', argv: null }]);
  });

  it('requests that are not known are refused, never answered', async () => {
    const { session, call, saw } = await sessionOf('unknown-requests', { approve: async () => 'approved' });
    const { events } = await turnOnce(session, turnOf(call));
    expect(events).toContainEqual({ type: 'user_input_request', requestId: 'q1', question: 'Which one?' });
    const answers = (saw()?.received ?? []).filter((message) => message.method === undefined);
    expect(answers.map((answer) => Object.keys(answer).sort())).toEqual(Array(3).fill(['error', 'id', 'jsonrpc']));
  });

  it('a one-shot run of a channel that asks goes through the server, and leaves nothing', async () => {
    const { call } = await prepared('command-approved', { channel: ASKING, approve: async () => 'approved' });
    const { content, exit } = await seen(driver.createOneShot?.(call) ?? expect.fail());
    expect(content).toBe('Done');
    expect(exit).toMatchObject({ kind: 'exited', code: 0 });
    expect(findByMark('ER_INVOCATION_ID', call.invocationId)).toEqual([]);
  });
});

describe('interrupting codex', () => {
  it('ends the turn, and the next one runs in the same process', async () => {
    const { session, call } = await sessionOf('interrupted');
    const { rest } = await untilEvent(session.send(turnOf(call)), (event) => event.type === 'tool_call');
    const waiting = session.send(turnOf(call));
    const [one, other] = await Promise.all([session.interrupt('cancelled'), session.interrupt('wall_limit')]);
    expect([one, other]).toEqual([one, one]);
    expect(one).toMatchObject({ confirmed: true, stopped: 0 });
    expect(await rest()).toMatchObject({
      error: { code: 'INTERRUPTED', class: 'cancelled' },
      exit: { kind: 'settled' },
    });
    expect((await seen(waiting)).content).toBe('Still here');
    await session.detach();
  });

  it('is asked again when the turn runs, where it was asked too early', async () => {
    const { session, call } = await sessionOf('interrupted-before-it-runs');
    const { rest } = await untilEvent(session.send(turnOf(call)), (event) => event.type === 'session');
    expect(await session.interrupt('cancelled')).toMatchObject({ confirmed: true, stopped: 0 });
    expect(await rest()).toMatchObject({ error: { code: 'INTERRUPTED' }, exit: { kind: 'settled' } });
    await session.detach();
  });

  it('a server that does not listen is ended', async () => {
    const { session, call } = await sessionOf('interrupt-ignored');
    const { rest } = await untilEvent(session.send(turnOf(call)), (event) => event.type === 'text');
    expect(await session.interrupt('cancelled')).toMatchObject({ confirmed: true, stopped: 1 });
    expect((await rest()).exit).toMatchObject({ kind: 'exited', ours: true });
    expect(session.snapshot().state).toBe('detached');
  });

  it('a server that hangs before any id is ended at once', async () => {
    const { session, call } = await sessionOf('two-turns', {}, { steps: [], end: 'hang' });
    const turn = seen(session.send(turnOf(call)));
    expect(await session.interrupt('wall_limit')).toMatchObject({ confirmed: true });
    expect(await turn).toMatchObject({ events: [], exit: { kind: 'exited', ours: true } });
  });

  it('detaching in a turn ends both', async () => {
    const { session, call } = await sessionOf('interrupt-ignored');
    const { rest } = await untilEvent(session.send(turnOf(call)), (event) => event.type === 'text');
    const [one, other] = await Promise.all([session.detach(), session.detach()]);
    expect(one).toEqual(other);
    expect((await rest()).exit).toMatchObject({ kind: 'exited', ours: true });
  });
});

describe('resuming a thread', () => {
  const resume = (policy: DriverCall['policy']): Partial<DriverCall> => ({
    policy,
    conversation: { sessionId: THREAD, workDir: '/', threadTotal: '120,20,15' },
  });

  it('goes on with it', async () => {
    const { session, call, saw } = await sessionOf('resume', resume('resume-required'));
    const { content, events } = await turnOnce(session, turnOf(call));
    expect(content).toBe('Again');
    expect(events).toContainEqual({ type: 'usage', usage: { input_tokens: 120, output_tokens: 6, cached_tokens: 20 } });
    expect(saw()?.received[2]).toMatchObject({ method: 'thread/resume', params: { threadId: THREAD } });
  });

  it('one that is required and gone fails unbound', async () => {
    const { session, call } = await sessionOf('resume-missing', resume('resume-required'));
    const { error, events } = await turnOnce(session, turnOf(call));
    expect(error).toMatchObject({ code: 'SESSION_NOT_FOUND', class: 'conversation' });
    expect(events.filter((one) => one.type === 'session')).toEqual([]);
  });

  it('one that is preferred and gone gives way to a new one', async () => {
    const { session, call } = await sessionOf('resume-missing-then-new', resume('resume-preferred'));
    const { content, events } = await turnOnce(session, turnOf(call));
    expect(content).toBe('Anew');
    expect(events).toContainEqual(expect.objectContaining({ type: 'session', sessionId: 'new-thread' }));
  });
});

describe('deleting a thread', () => {
  const target = async (name: string) => {
    const { call } = await prepared(name);
    return { ...call, conversation: { sessionId: THREAD, workDir: '/', threadTotal: '0,0,0' } };
  };

  it('asks the server to', async () => {
    expect(await driver.deleteSession?.(await target('delete'))).toBeNull();
  });

  it('says why where it was not', async () => {
    const failure = await driver.deleteSession?.(await target('delete-missing'));
    expect(failure).toMatchObject({ code: 'SESSION_NOT_DELETED', class: 'cleanup' });
    expect(failure?.message).toContain('no rollout found');
  });
});
