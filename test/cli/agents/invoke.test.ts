import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { identify } from '../../../src/processes/identity.js';
import { start } from '../../harness/command-line.js';
import { until } from '../../harness/until.js';
import { workspace } from '../../harness/workspace.js';
import { fixture } from '../../runtimes/player/fixture.js';
import { observed } from '../../runtimes/player/observed.js';
import type { PlayerScript } from '../../runtimes/player/script.js';
import { type AgentProject, codexProject, ran, run } from './played.js';

const THREAD = '0f0e0d0c-aaaa-7bbb-8ccc-111122223333';
const text: PlayerScript = { steps: [{ file: fixture('codex/text.jsonl') }] };
const ask = (here: AgentProject, ...more: string[]) => ['invoke', '--agent', here.agent, '--prompt', 'hello', ...more];
const USAGE = { input_tokens: 120, output_tokens: 15, cached_tokens: 20 };
const RESULT = ['invocation_id', 'status', 'content', 'session', 'usage', 'error'];

describe('how a call ends', () => {
  it.each<[string, PlayerScript, string[], { code: number; out: Record<string, unknown> }]>([
    [
      'completed',
      text,
      [],
      {
        code: 0,
        out: {
          status: 'completed',
          content: '你好，世界',
          session: { id: THREAD, relation: 'created' },
          usage: USAGE,
          error: null,
        },
      },
    ],
    [
      'failed, as the back-end says',
      { steps: [{ file: fixture('codex/401.jsonl') }], end: { code: 1 } },
      [],
      { code: 1, out: { status: 'failed', content: null, error: { code: 'AUTH', class: 'back-end' } } },
    ],
    [
      'failed, with exit code 0 and no word of success',
      { steps: [{ file: fixture('codex/begun.jsonl') }] },
      [],
      { code: 1, out: { status: 'failed', content: null, error: { class: 'protocol' } } },
    ],
    [
      'failed, with another exit code',
      { end: { code: 7 } },
      [],
      { code: 1, out: { status: 'failed', content: null, session: null, usage: null, error: {} } },
    ],
    [
      'timed out',
      { steps: [{ file: fixture('codex/begun.jsonl') }], end: 'hang' },
      ['--timeout', '1.5'],
      { code: 1, out: { status: 'timed_out', content: null, error: { class: 'timed_out' } } },
    ],
  ])('%s', async (_how, script, more, { code, out }) => {
    const here = await codexProject(script);
    const ended = await ran(here, ask(here, ...more));
    expect(ended).toMatchObject({ code, out });
    const printed = ended.out as { invocation_id: string; status: string; error: unknown };
    expect(Object.keys(printed)).toEqual(RESULT);
    // What is printed is what is on record.
    expect(await ran(here, ['invocations', 'show', printed.invocation_id])).toMatchObject({
      out: { id: printed.invocation_id, status: printed.status, error: printed.error },
    });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('cancelled by %s; a second one does not skip the stop', async (signal) => {
    const record = join(await workspace(), 'record');
    const slow = await codexProject({
      stdin: 'read',
      record,
      steps: [{ file: fixture('codex/begun.jsonl') }],
      signals: { SIGINT: 'ignore', SIGTERM: 'ignore' },
      end: 'hang',
    });
    const { child, ended } = start(slow, [...ask(slow), '--json'], { env: slow.env });
    await until('it runs', async () => {
      const { out } = await ran(slow, ['sessions', 'list']);
      return (out as unknown[]).length > 0;
    });
    child.kill(signal);
    await until('the back-end is asked', () => (observed(record)?.signals.length ?? 0) > 0);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'cancelled',
      session: { id: THREAD, relation: 'created' },
      error: { class: 'cancelled' },
    });
    expect(identify(observed(record)?.pid ?? 0)).toBeNull();
  });
});

it('is cancelled where whoever reads its events has gone; nothing of it is left', async () => {
  const record = join(await workspace(), 'record');
  const steps = [
    { file: fixture('codex/begun.jsonl') },
    { pause: 1_000 },
    { out: 'one\n' },
    { pause: 300 },
    { out: 'two\n' },
  ];
  const here = await codexProject({ record, steps, end: 'hang' });
  const { child, ended } = start(here, [...ask(here), '--events'], { env: here.env });
  child.stdout?.once('data', () => child.stdout?.destroy());
  expect((await ended).code).toBe(130);
  expect(identify(observed(record)?.pid ?? 0)).toBeNull();
  expect(await ran(here, ['invocations', 'list'])).toMatchObject({
    out: [{ status: 'cancelled', session_id: THREAD }],
  });
});

it('of a recorder that was killed is told by the next command, which ends what is left of it', async () => {
  const record = join(await workspace(), 'record');
  const here = await codexProject({ record, steps: [{ file: fixture('codex/begun.jsonl') }], end: 'hang' });
  const { child, ended } = start(here, ask(here), { env: here.env });
  await until('it runs', async () => ((await ran(here, ['sessions', 'list'])).out as unknown[]).length > 0);
  child.kill('SIGKILL');
  await ended;
  expect(await ran(here, ['invocations', 'list'])).toMatchObject({
    out: [{ status: 'failed', session_id: THREAD, error: { outcome: 'unknown' } }],
  });
  expect(identify(observed(record)?.pid ?? 0)).toBeNull();
});

describe('what keeps a call from being started', () => {
  it('is told by its code, before anything is on record', async () => {
    const here = await codexProject(text);
    const named = ['invoke', '--agent', here.agent];
    const refused: [string[], string][] = [
      [['invoke', '--prompt', 'x'], 'AGENT_REQUIRED'],
      [['invoke', '--agent', 'nobody', '--prompt', 'x'], 'AGENT_UNKNOWN'],
      [named, 'USAGE'],
      [[...named, '--prompt', ' '], 'PROMPT_INVALID'],
      [[...named, '--prompt', '-'], 'PROMPT_INVALID'],
      [[...named, '--prompt', 'x', '--work-dir', 'no'], 'WORK_DIRECTORY'],
      [[...named, '--prompt', 'x', '--timeout', 'soon'], 'USAGE'],
      [[...named, '--prompt', 'x', '--timeout', '0'], 'USAGE'],
      [[...named, '--prompt', 'x', '--resume', 'no'], 'SESSION_UNKNOWN'],
      [[...named, '--prompt', 'x', '--require-resume'], 'CONVERSATION_REQUIRED'],
    ];
    for (const [args, code] of refused) {
      expect(await ran(here, args)).toMatchObject({ code: 2, out: null, err: { error: { code } } });
    }
    const long = await ran(here, [...named, '--prompt', '-'], 'x'.repeat(1_100_000));
    expect(long).toMatchObject({ code: 2, err: { error: { code: 'PROMPT_INVALID' } } });
    expect(await ran(here, ['invocations', 'list'])).toMatchObject({ out: [] });
  });

  it('a program that is not there is on record as a launch that failed', async () => {
    const here = await codexProject(text);
    const gone = { ...here, env: { CODEX_PATH: join(here.dir, 'gone') } };
    expect(await ran(gone, ask(gone))).toMatchObject({
      code: 1,
      out: { status: 'failed', error: { code: 'EXECUTABLE_NOT_FOUND', class: 'launch' } },
    });
  });
});

describe('what a call prints', () => {
  it('for people: the answer on stdout, everything else on stderr', async () => {
    const here = await codexProject({ steps: [{ file: fixture('codex/tool.jsonl') }] });
    const { code, stdout, stderr } = await run(here, ask(here));
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Done.\n' });
    expect(stderr).toMatch(/^invocation [0-9a-f-]{36}\nsession /);
    expect(stderr).toContain('→ command_execution');
    expect(stderr).toContain('← a.txt');
    expect(stderr).toContain('✗ no such tool');
    expect(stderr).toMatch(/tokens: \d+ in, \d+ out\n[0-9a-f-]{36} completed\.\n$/);
  });

  it('why it failed, in both languages', async () => {
    const here = await codexProject({ steps: [{ file: fixture('codex/401.jsonl') }], end: { code: 1 } });
    const [en, zh] = [await run(here, ask(here)), await run(here, ask(here, '--lang', 'zh'))];
    expect(en).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/failed\.\nAUTH \(back-end\): /) });
    expect(zh).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/失败。\nAUTH \(back-end\): /) });
  });

  it('with --events: a JSON line each, and the result as the last', async () => {
    const here = await codexProject(text);
    const { code, stdout } = await run(here, ask(here, '--events'));
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(lines.map(({ type }) => type)).toEqual(['session', 'text', 'usage', 'completed', 'result']);
    expect(lines.at(-1)).toMatchObject({ status: 'completed', content: '你好，世界', usage: USAGE });
  });

  it('takes a prompt from stdin, and hands it to the back-end on stdin', async () => {
    const record = join(await workspace(), 'record');
    const recorded = await codexProject({ ...text, record });
    const { code } = await run(
      recorded,
      ['invoke', '--agent', recorded.agent, '--prompt', '-'],
      '说 "你好"\nsecond line',
    );
    expect(code).toBe(0);
    expect(observed(record)).toMatchObject({
      stdin: expect.stringContaining('说 "你好"\nsecond line'),
      cwd: recorded.dir,
    });
    expect(observed(record)?.argv.join(' ')).not.toContain('你好');
  });
});

describe('a session', () => {
  it('is continued by its id or by an invocation that had it, in its own folder', async () => {
    const record = join(await workspace(), 'record');
    const here = await codexProject({ ...text, record });
    const { out } = await ran(here, ask(here));
    const { invocation_id } = out as { invocation_id: string };
    for (const named of [THREAD, invocation_id]) {
      const again = await ran(here, ask(here, '--resume', named, '--require-resume'));
      expect(again).toMatchObject({ code: 0, out: { session: { id: THREAD, relation: 'continued' } } });
      expect(observed(record)?.argv).toContain(THREAD);
      expect(observed(record)?.cwd).toBe(here.dir);
    }
    const { out: listed } = await ran(here, ['sessions', 'list']);
    expect(listed).toMatchObject([{ session_id: THREAD, can_be_continued: true, verified_at: expect.any(String) }]);
  });

  it('is written by one call at a time: the other is told by whom', async () => {
    const here = await codexProject(text);
    await ran(here, ask(here));
    await writeFile(here.env.CODEX_PATH ?? '', `#!/bin/sh\ncat ${fixture('codex/begun.jsonl')}\nexec sleep 60\n`);
    await chmod(here.env.CODEX_PATH ?? '', 0o700);
    const first = start(here, ask(here, '--resume', THREAD), { env: here.env });
    const pending = await until('the first one runs', async () => {
      const { out } = await ran(here, ['invocations', 'list']);
      return (out as { id: string; status: string }[]).find(({ status }) => status === 'pending');
    });
    const second = await ran(here, ask(here, '--resume', THREAD));
    expect(second).toMatchObject({ code: 3, out: null, err: { error: { code: 'SESSION_BUSY' } } });
    expect((second.err as { error: { message: string } }).error.message).toContain(pending.id);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(130);
  });
});
