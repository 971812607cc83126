import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalRequest, DriverCall } from '../../../src/runtimes/driver.js';
import { createClaudeDriver } from '../../../src/runtimes/drivers/claude/driver.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, seen, turnOf, turnOnce, untilEvent } from '../player/call.js';
import { fixture } from '../player/fixture.js';
import { observed } from '../player/observed.js';
import { conversationScript } from '../player/recording.js';
import { type PlayerScript, player } from '../player/script.js';

const SESSION = 'aaaaaaaa-1111-4222-8333-444444444444';
const ASKING = channelOf('claude', { approvals: { policy: 'ask', allow: [] } });
let driver = createClaudeDriver();

afterEach(async () => {
  await driver.shutdown();
  driver = createClaudeDriver();
});

async function prepared(name: string, fields: Partial<DriverCall> = {}, script: PlayerScript = {}) {
  const folder = await workspace();
  const record = join(folder, 'record');
  const recording = conversationScript(fixture(`claude-session/${name}.jsonl`));
  const call = await callOf('claude', await player(folder, { ...recording, ...script, record }), fields);
  return { call, saw: () => observed(record) };
}

async function sessionOf(name: string, fields: Partial<DriverCall> = {}, script: PlayerScript = {}) {
  const { call, saw } = await prepared(name, fields, script);
  return { call, saw, session: driver.createInteractive?.(call) ?? expect.fail('no session') };
}

describe('claude with its prompts on stdin', () => {
  it('runs prompts one at a time, and names the session in each turn', async () => {
    const { session, call, saw } = await sessionOf('two-turns');
    const [first, second] = [session.send(turnOf(call)), session.send(turnOf(call, { prompt: 'Go on' }))];
    const [one, other] = await Promise.all([seen(first), seen(second)]);
    expect(one.events).toEqual([
      { type: 'session', sessionId: SESSION },
      { type: 'text', text: 'Hello' },
      { type: 'usage', usage: { input_tokens: 100, output_tokens: 5, cached_tokens: 0 } },
      { type: 'completed', content: 'Hello' },
    ]);
    expect(one.exit).toEqual({ kind: 'settled' });
    expect(other.content).toBe('And more');
    expect(other.events[0]).toEqual({ type: 'session', sessionId: SESSION });
    expect(session.snapshot()).toMatchObject({ state: 'idle', sessionId: SESSION });
    expect(await session.detach()).toMatchObject({ confirmed: true });
    expect(saw()?.received.map((message) => message.type)).toEqual(['control_request', 'user', 'user']);
    expect(saw()?.argv).not.toContain('--permission-prompt-tool');
    expect(saw()?.argv.slice(-2)).toEqual(['--input-format', 'stream-json']);
  });

  it('a failed model call fails the turn, and the session lives on', async () => {
    const { session, call } = await sessionOf('401');
    expect(await seen(session.send(turnOf(call)))).toMatchObject({
      error: { code: 'AUTH' },
      exit: { kind: 'settled' },
    });
    expect(session.snapshot().state).toBe('idle');
    await session.detach();
  });

  it('a handshake that is refused fails every prompt', async () => {
    const { session, call } = await sessionOf('handshake-refused');
    expect(await turnOnce(session, turnOf(call))).toMatchObject({ error: { code: 'HANDSHAKE_REFUSED' } });
  });

  it('a process that dies in a turn takes it along', async () => {
    const { session, call } = await sessionOf('dies-mid-turn', {}, { end: { signal: 'SIGKILL' } });
    expect(await seen(session.send(turnOf(call)))).toMatchObject({
      error: { code: 'KILLED' },
      exit: { kind: 'exited', signal: 'SIGKILL', ours: false },
    });
  });
});

describe('approvals of claude', () => {
  it.each([
    ['approved', { behavior: 'allow', updatedInput: { command: 'ls -l' } }],
    ['denied', { behavior: 'deny', message: 'It was not approved.' }],
  ] as const)('a tool that is %s', async (decision, response) => {
    const asked: ApprovalRequest[] = [];
    const approve: DriverCall['approve'] = async (request) => {
      asked.push(request);
      return decision;
    };
    const { session, call, saw } = await sessionOf(decision, { channel: ASKING, approve });
    const { events, content } = await turnOnce(session, turnOf(call));
    expect(content).toBe('Hello');
    expect(asked).toMatchObject([{ requestId: 'req-1', tool: 'Bash', argv: 'ls -l', cwd: call.workDir, writes: [] }]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'approval_request', requestId: 'req-1' }));
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool_result', ok: decision === 'approved' }));
    expect(saw()?.received.at(-1)?.response).toEqual({ subtype: 'success', request_id: 'req-1', response });
    expect(saw()?.argv.slice(-2)).toEqual(['--permission-prompt-tool', 'stdio']);
  });

  it('a tool that writes names its file', async () => {
    const asked: ApprovalRequest[] = [];
    const approve: DriverCall['approve'] = async (request) => {
      asked.push(request);
      return 'denied';
    };
    const { session, call } = await sessionOf('write', { channel: ASKING, approve });
    await turnOnce(session, turnOf(call));
    expect(asked).toMatchObject([{ tool: 'Write', argv: null, writes: ['/etc/hosts'] }]);
  });

  it('requests that are not known are refused', async () => {
    const { session, call, saw } = await sessionOf('unknown-request');
    expect((await turnOnce(session, turnOf(call))).content).toBe('Hello');
    expect(saw()?.received.at(-1)?.response).toMatchObject({ subtype: 'error', request_id: 'req-9' });
  });

  it('a one-shot run of a channel that asks goes through the session', async () => {
    const { call } = await prepared('approved', { channel: ASKING, approve: async () => 'approved' });
    const { content, exit } = await seen(driver.createOneShot?.(call) ?? expect.fail());
    expect({ content, exit }).toMatchObject({ content: 'Hello', exit: { kind: 'exited', code: 0 } });
  });

  it.each(['workspace-write', 'full'] as const)('everything is asked, whatever is allowed: %s', async (permissions) => {
    const channel = channelOf('claude', { permissions, approvals: { policy: 'ask', allow: [] } });
    const { session, call, saw } = await sessionOf('two-turns', { channel });
    await turnOnce(session, turnOf(call));
    expect(saw()?.argv).not.toContain('--dangerously-skip-permissions');
    expect(saw()?.argv.join(' ')).toContain('--permission-mode default');
  });
});

describe('interrupting claude', () => {
  it('ends the turn, and the next one runs in the same process', async () => {
    const { session, call } = await sessionOf('interrupted');
    const { rest } = await untilEvent(session.send(turnOf(call)), (event) => event.type === 'text');
    const waiting = session.send(turnOf(call));
    expect(await session.interrupt('cancelled')).toMatchObject({ confirmed: true, stopped: 0 });
    const { error, events } = await rest();
    expect(error).toMatchObject({ code: 'INTERRUPTED', class: 'cancelled' });
    expect(events.filter((one) => one.type === 'text')).toEqual([]);
    expect((await seen(waiting)).content).toBe('Still here');
    await session.detach();
  });
});

describe('resuming a session of claude', () => {
  const resume = (policy: DriverCall['policy']): Partial<DriverCall> => ({
    policy,
    conversation: { sessionId: SESSION, workDir: '/' },
  });

  it('goes on with it', async () => {
    const { session, call, saw } = await sessionOf('two-turns', resume('resume-required'));
    expect((await turnOnce(session, turnOf(call))).events[0]).toEqual({ type: 'session', sessionId: SESSION });
    expect(saw()?.argv.join(' ')).toContain(`--resume ${SESSION}`);
  });

  it('one that is required and gone fails unbound', async () => {
    const steps = [{ err: `No conversation found with session ID: ${SESSION}\n` }];
    const { session, call } = await sessionOf('two-turns', resume('resume-required'), { steps, end: { code: 1 } });
    expect(await turnOnce(session, turnOf(call))).toMatchObject({
      error: { code: 'SESSION_NOT_FOUND', class: 'conversation' },
      events: [{ type: 'failed' }],
    });
  });

  it('one that is preferred and gone gives way to a new one', async () => {
    const { session, call, saw } = await sessionOf('two-turns', resume('resume-preferred'));
    expect((await turnOnce(session, turnOf(call))).content).toBe('Hello');
    expect(saw()?.argv).not.toContain('--resume');
  });

  it('one that is preferred and there is gone on with', async () => {
    const { call, saw } = await prepared('two-turns', resume('resume-preferred'));
    const project = join(String(call.env.HOME), '.claude', 'projects', '-home');
    await mkdir(project, { recursive: true });
    await writeFile(join(project, `${SESSION}.jsonl`), '{}\n');
    const session = driver.createInteractive?.(call) ?? expect.fail();
    await turnOnce(session, turnOf(call));
    expect(saw()?.argv).toContain('--resume');
  });
});
