import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RuntimeEvent } from '../../../src/runtimes/events.js';
import { bindingsOf, findSession } from '../../../src/store/sessions.js';
import { until } from '../../harness/until.js';
import { envelope, observed, withRoom } from './room.js';
import { exited, type ScriptedRun, STOPPED, scriptedDriver } from './scripted-driver.js';

const session = (sessionId: string, more = {}): RuntimeEvent => ({ type: 'session', sessionId, ...more });
const completed: RuntimeEvent = { type: 'completed', content: 'the answer' };
const failed: RuntimeEvent = { type: 'failed', error: { code: 'AUTH', class: 'back-end', message: 'no' } };

/** A run that does this and exits. */
const playing = (...events: readonly RuntimeEvent[]) =>
  scriptedDriver({
    started(run) {
      run.emit(...events);
      run.end(exited(0));
    },
  });
const resume = { continuationPolicy: 'resume-required', runtimeConversation: envelope('s1') } as const;

describe('a session is bound', () => {
  it('as created, as it was reported, with what is needed to continue it', async () => {
    await withRoom(
      playing(session('s1', { turnId: 't1' }), session('s1'), completed),
      async ({ runtimes, call, store }) => {
        const { result, events } = await observed(runtimes, call());
        const id = result.invocationId;
        expect(result.session).toEqual({ id: 's1', relation: 'created' });
        expect(await store.read((tx) => bindingsOf(tx, id))).toMatchObject([
          { session_id: 's1', turn_id: 't1', relation: 'created' },
        ]);
        const row = await store.read((tx) => findSession(tx, 'codex', 's1'));
        expect(row).toMatchObject({ agent_id: 'agent', channel_id: 'ch', last_invocation_id: id, verified_at: null });
        const { request } = call();
        const again = {
          runtimeId: 'codex',
          codecVersion: 'v1',
          payload: { sessionId: 's1', workDir: request.workDir },
        };
        expect(JSON.parse(row?.conversation ?? '')).toEqual(again);
        expect(events.filter(({ type }) => type === 'session')).toHaveLength(1);
      },
    );
  });

  it('as continued where it is the requested one; only a success verifies it', async () => {
    let end: RuntimeEvent = failed;
    const driver = scriptedDriver({
      started(run) {
        run.emit(session('s1'), end);
        run.end();
      },
    });
    await withRoom(driver, async ({ runtimes, call, store }) => {
      const { result } = await observed(runtimes, call(resume));
      expect(result).toMatchObject({ status: 'failed', session: { id: 's1', relation: 'continued' } });
      expect(await store.read((tx) => findSession(tx, 'codex', 's1'))).toMatchObject({ verified_at: null });
      end = completed;
      await observed(runtimes, call(resume));
      const verified = await store.read((tx) => findSession(tx, 'codex', 's1'));
      expect(verified?.verified_at).toMatch(/^20/);
    });
  });

  it('never, where nothing was reported: neither on success nor by a resume that fails before', async () => {
    for (const [end, asked] of [
      [completed, {}],
      [failed, resume],
    ] as const) {
      await withRoom(playing(end), async ({ runtimes, call, store }) => {
        const { result } = await observed(runtimes, call(asked));
        expect(result.session).toBe(null);
        expect(await store.read((tx) => bindingsOf(tx, result.invocationId))).toEqual([]);
        expect(await store.read((tx) => findSession(tx, 'codex', 's1'))).toBe(null);
      });
    }
  });

  it('and stays so when the run fails at once after it', async () => {
    await withRoom(playing(session('s2'), failed), async ({ runtimes, call, store }) => {
      const { result } = await observed(runtimes, call());
      expect(result).toMatchObject({ status: 'failed', error: { code: 'AUTH' }, session: { id: 's2' } });
      expect(await store.read((tx) => bindingsOf(tx, result.invocationId))).toHaveLength(1);
    });
  });

  it('and the run is ended where another one than the required one was begun', async () => {
    const runs: ScriptedRun[] = [];
    const driver = scriptedDriver({
      started(run) {
        runs.push(run);
        run.emit(session('other'));
      },
    });
    await withRoom(driver, async ({ runtimes, call }) => {
      const { result } = await observed(runtimes, call(resume));
      expect(result).toMatchObject({
        status: 'failed',
        error: { code: 'SESSION_NOT_CONTINUED', class: 'conversation' },
        session: { id: 'other', relation: 'created' },
      });
      expect(runs[0]?.stops).toEqual(['cancelled']);
    });
  });

  it('as created where a preferred one could not be continued', async () => {
    await withRoom(playing(session('new'), completed), async ({ runtimes, call }) => {
      const asked = call({ ...resume, continuationPolicy: 'resume-preferred' });
      const { result } = await observed(runtimes, asked);
      expect(result).toMatchObject({ status: 'completed', session: { id: 'new', relation: 'created' } });
    });
  });

  it('and nobody else may write it meanwhile: a run that reports it all the same is ended', async () => {
    const runs: ScriptedRun[] = [];
    await withRoom(scriptedDriver({ started: (run) => runs.push(run) }), async ({ runtimes, call, row }) => {
      const first = await runtimes.invoke(call());
      const second = await runtimes.invoke(call());
      runs[0]?.emit(session('s1'), { type: 'status', status: 'working' });
      // The second says so when the first one's is on record.
      await until('the first is bound', async () => (await row(first.id)).requested_session === 's1');
      runs[1]?.emit(session('s1'));
      expect(await second.result).toMatchObject({
        status: 'failed',
        error: { code: 'SESSION_BUSY' },
        session: { id: 's1' },
      });
      runs[0]?.emit(completed);
      runs[0]?.end();
      expect(await first.result).toMatchObject({ status: 'completed' });
    });
  });

  it('only by an id of a sensible length that is no switch of a command line', async () => {
    for (const id of ['', 'x'.repeat(1_001), '--dangerously-bypass-approvals', 'two\nlines', '\u001b[2J']) {
      await withRoom(playing(session(id)), async ({ runtimes, call }) => {
        const { result } = await observed(runtimes, call());
        expect(result).toMatchObject({ status: 'failed', error: { code: 'SESSION_ID_INVALID' }, session: null });
      });
    }
    await withRoom(playing(session('x'.repeat(1_000)), completed), async ({ runtimes, call }) => {
      expect((await observed(runtimes, call())).result.status).toBe('completed');
    });
  });
});

describe('what cannot be written', () => {
  it.each([
    ['bind', 1],
    ['launched', 1],
    ['finish', 1],
  ] as const)('%s: there is no success, and the caller hears so once', async (step, nth) => {
    const driver = scriptedDriver({
      started(run) {
        run.emit(session('s1'), { type: 'text', text: 'hi' }, completed);
        run.end(exited(0));
      },
    });
    const play = driver.createOneShot?.bind(driver);
    const launching = {
      ...driver,
      createOneShot: (call: Parameters<NonNullable<typeof play>>[0]) => ({
        ...(play?.(call) as NonNullable<ReturnType<NonNullable<typeof play>>>),
        launched: Promise.resolve({ pid: 4_000_000, started_at: 'never' }),
      }),
    };
    await withRoom(
      launching,
      async ({ runtimes, call, row, stateDir }) => {
        const { result, events, ends } = await observed(runtimes, call());
        expect(result).toMatchObject({
          status: 'failed',
          content: null,
          error: { class: 'recording', outcome: 'unknown' },
        });
        expect(ends).toBe(1);
        expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'RECORDING_FAILED' } });
        expect(await row(result.invocationId)).toMatchObject({ status: 'failed', outcome: 'unknown' });
        expect(existsSync(join(stateDir, 'scratch', result.invocationId))).toBe(false);
        if (step === 'bind') expect(result.session).toBe(null);
      },
      { faults: (asked, count) => asked === step && count === nth },
    );
  });

  it('ends the run, and nothing more of it is published', async () => {
    const runs: ScriptedRun[] = [];
    const driver = scriptedDriver({
      started(run) {
        runs.push(run);
        run.emit(
          { type: 'text', text: 'before' },
          session('s1'),
          { type: 'text', text: 'after' },
          { type: 'status', status: 'x' },
        );
      },
    });
    await withRoom(
      driver,
      async ({ runtimes, call }) => {
        const { events } = await observed(runtimes, call());
        expect(events.map(({ type }) => type)).toEqual(['text', 'failed']);
        expect(runs[0]?.stops).toEqual(['recording_failed']);
      },
      { faults: (step) => step === 'bind' },
    );
  });

  it('not even the end: it stays pending, for the next start-up, and the caller knows', async () => {
    await withRoom(
      playing(completed),
      async ({ runtimes, call, row }) => {
        const { result, ends } = await observed(runtimes, call());
        expect(result).toMatchObject({ status: 'failed', error: { class: 'recording' } });
        expect(ends).toBe(1);
        expect(await row(result.invocationId)).toMatchObject({ status: 'pending' });
      },
      { faults: (step) => step === 'finish' },
    );
  });

  it('counts less than a stop that came before it', async () => {
    const driver = scriptedDriver({
      stopped(run) {
        run.emit(session('s1'));
        run.end();
        return STOPPED;
      },
    });
    await withRoom(
      driver,
      async ({ runtimes, call, row }) => {
        const invocation = await runtimes.invoke(call());
        await invocation.stop('cancelled');
        expect(await invocation.result).toMatchObject({ status: 'cancelled' });
        await invocation.gone;
        expect(await row(invocation.id)).toMatchObject({ status: 'cancelled' });
      },
      { faults: (step) => step === 'bind' },
    );
  });
});

describe('the record', () => {
  it('holds what happened, in order, with the exit last, for its owner alone', async () => {
    const usage = { input_tokens: 3, output_tokens: null, cached_tokens: null };
    const events: RuntimeEvent[] = [
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'one\ntw' },
      { type: 'text', text: 'o' },
      { type: 'tool_call', callId: 'c', tool: 'sh', input: { command: 'API_KEY=abc run' } },
      { type: 'usage', usage },
      completed,
    ];
    await withRoom(playing(...events), async ({ runtimes, call, row, log }) => {
      const { result, events: published } = await observed(runtimes, call());
      expect(result).toMatchObject({ status: 'completed', content: 'the answer', usage, error: null });
      const lines = await log(result.invocationId);
      expect(lines.map((line) => ('event' in line ? line.event : Object.keys(line).at(-1)))).toEqual([
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'one\n' },
        { type: 'text', text: 'two' },
        { type: 'tool_call', callId: 'c', tool: 'sh', input: { command: 'API_KEY=[redacted] run' } },
        { type: 'usage', usage },
        'exit',
      ]);
      expect(lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(published.map((event) => ('text' in event ? event.text : event.type))).toEqual([
        ...['hm', 'one\ntw', 'o', 'tool_call', 'usage', 'completed'],
      ]);
      const stored = await row(result.invocationId);
      expect(stored).toMatchObject({
        status: 'completed',
        run_id: 'run-1',
        outcome: null,
        usage: JSON.stringify(usage),
      });
      const answer = join(dirname(stored.events_path), 'answer.txt');
      expect(await readFile(answer, 'utf8')).toBe('the answer');
      for (const file of [answer, stored.events_path]) expect(statSync(file).mode & 0o777).toBe(0o600);
    });
  });

  it('is without the secrets of the channel, also where one comes in two pieces', async () => {
    const events: RuntimeEvent[] = [
      { type: 'text', text: 'the value is open-ses' },
      { type: 'text', text: 'ame-42, and Bearer abc' },
      { type: 'text', text: '123def456\n' },
      { type: 'raw', source: 'stderr', text: 'key open-sesame-42' },
      { type: 'completed', content: 'I saw open-sesame-42 and Bearer abc123def456' },
    ];
    await withRoom(
      playing(...events),
      async ({ runtimes, call, stateDir }) => {
        const { result, events: published } = await observed(runtimes, call());
        const dir = join(stateDir, 'invocations', result.invocationId);
        const log = await readFile(join(dir, 'events.jsonl'), 'utf8');
        expect(log).not.toMatch(/open-ses|abc123def456/);
        const answer = await readFile(join(dir, 'answer.txt'), 'utf8');
        expect(answer).toBe('I saw [redacted] and Bearer abc123def456');
        const read = published.map((event) => ('text' in event ? event.text : '')).join('');
        expect(read).toBe('the value is [redacted], and Bearer abc123def456\nkey [redacted]');
      },
      { secretValues: ['open-sesame-42'] },
    );
  });

  it('has error texts that are redacted, then cut', async () => {
    const message = `${'a '.repeat(1_992)}Bearer abc123def456abc123def456 ${'b '.repeat(500)}`;
    const error = { code: 'X', class: 'back-end', message } as const;
    await withRoom(playing({ type: 'failed', error }), async ({ runtimes, call, row }) => {
      const { result } = await observed(runtimes, call());
      const stored = JSON.parse((await row(result.invocationId)).error ?? '') as { message: string };
      expect(stored.message).toHaveLength(4_000);
      expect(stored.message).not.toContain('abc123');
      expect(result.error?.message).toBe(stored.message);
    });
  });

  it('holds neither argv nor environment nor prompt', async () => {
    await withRoom(playing(completed), async ({ runtimes, call, row }) => {
      const asked = call({ prompt: 'very private words' }, { env: { SECRET_THING: 'swordfish' } });
      const { result } = await observed(runtimes, asked);
      const text = JSON.stringify(await row(result.invocationId));
      expect(text).not.toMatch(/very private|swordfish/);
    });
  });

  it('is not touched by a listener that throws', async () => {
    const warnings: unknown[] = [];
    const heard = (warning: Error) => warnings.push(warning.message);
    process.on('warning', heard);
    await withRoom(playing(session('s'), completed), async ({ runtimes, call }) => {
      const onEvent = () => {
        throw new Error('the listener broke');
      };
      const invocation = await runtimes.invoke(call({}, { onEvent }));
      expect(await invocation.result).toMatchObject({ status: 'completed' });
    });
    process.off('warning', heard);
    expect(warnings).toEqual(['the listener broke']);
  });
});

it('deleting a session forgets it, once the back-end has', async () => {
  await withRoom(playing(session('s1'), completed), async ({ runtimes, call, store }) => {
    await observed(runtimes, call());
    const cleanup = call({ ...resume, surface: 'cleanup', invocation: { surface: 'cleanup' } });
    expect((await observed(runtimes, cleanup)).result).toMatchObject({ status: 'completed' });
    expect(await store.read((tx) => findSession(tx, 'codex', 's1'))).toBe(null);
  });
  const refusing = scriptedDriver(
    {},
    { deleteSession: async () => ({ code: 'GONE', class: 'cleanup', message: 'no such session' }) },
  );
  await withRoom(refusing, async ({ runtimes, call }) => {
    const cleanup = call({ ...resume, surface: 'cleanup', invocation: { surface: 'cleanup' } });
    expect((await observed(runtimes, cleanup)).result).toMatchObject({ status: 'failed', error: { code: 'GONE' } });
  });
});
