import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResolvedChannel } from '../../../src/runtimes/channel.js';
import type { DriverCall } from '../../../src/runtimes/driver.js';
import { createDshDriver } from '../../../src/runtimes/drivers/dsh/driver.js';
import { SessionLogMapper } from '../../../src/runtimes/drivers/dsh/session-log.js';
import { wholeFrames } from '../../../src/runtimes/drivers/dsh/zstd-frames.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, seen, untilEvent } from '../player/call.js';
import { fakeProgram } from '../player/fake-program.js';
import { observed } from '../player/observed.js';
import { type PlayerScript, player } from '../player/script.js';

const LOG = join(import.meta.dirname, '../fixtures/dsh/session-log.jsonl');

/** A Zstandard frame of one uncompressed block: what any decoder reads, and what needs none. */
function rawFrame(text: string, checksum = false): Buffer {
  const content = Buffer.from(text);
  const head = Buffer.alloc(12);
  head.writeUInt32LE(0xfd2fb528, 0);
  // Single segment, a content size of four bytes, and maybe a checksum.
  head.writeUInt8(0b1010_0000 | (checksum ? 4 : 0), 4);
  head.writeUInt32LE(content.length, 5);
  head.writeUIntLE((content.length << 3) | 1, 9, 3);
  return Buffer.concat([head, content, Buffer.alloc(checksum ? 4 : 0)]);
}

const decode = (frame: Buffer): Buffer => frame.subarray(12, frame.length - ((frame.readUInt8(4) & 4) === 0 ? 0 : 4));
const finalOnly = createDshDriver(null);
const following = createDshDriver(decode);

async function run(
  script: PlayerScript,
  fields: Partial<DriverCall> = {},
  channel: Partial<ResolvedChannel> = {},
  driver = finalOnly,
) {
  const folder = await workspace();
  const record = join(folder, 'seen.jsonl');
  const call = await callOf('dsh', await player(folder, { ...script, record }), fields);
  const started = driver.createOneShot?.({ ...call, channel: channelOf('dsh', channel) });
  if (started === undefined) throw new Error('no one-shot');
  return { run: started, call, record };
}

describe('dsh', () => {
  it('is its final text, whole', async () => {
    const { run: started, record } = await run({ steps: [{ out: '{"a": 1}\n\nTwo files.\n' }] });
    const { events } = await seen(started);
    expect(events).toEqual([
      { type: 'text', text: '{"a": 1}\n\nTwo files.' },
      { type: 'completed', content: '{"a": 1}\n\nTwo files.' },
    ]);
    const start = observed(record);
    expect([start?.argv.slice(0, 3), start?.argv.at(-1)]).toEqual([['--profile', 'headless', '--patch'], 'Say hello']);
    expect(start?.env.DSH_PERMISSION_MODE).toBe('workspace-write');
  });

  it.each([
    ['AUTH', 'the key is not valid', 'AUTH', 'back-end'],
    ['RATE_LIMIT', 'slow down', 'RATE_LIMIT', 'back-end'],
    ['QUOTA', 'spent', 'QUOTA', 'back-end'],
    ['CONTEXT_WINDOW_EXCEEDED', 'too long', 'CONTEXT_WINDOW_EXCEEDED', 'back-end'],
    ['SERVER', 'broken', 'SERVER', 'back-end'],
    ['TRANSPORT', 'cut', 'TRANSPORT', 'back-end'],
    ['EMPTY_RESPONSE', 'nothing', 'EMPTY_RESPONSE', 'back-end'],
    ['MISSING_CREDENTIAL', 'no API key', 'MISSING_CREDENTIAL', 'config'],
  ])('%s on stderr is a failure', async (code, message, expected, failureClass) => {
    const steps = [{ out: '\n' }, { err: `dsh: ${code}: ${message}\n` }];
    const { run: started } = await run({ steps, end: { code: 1 } });
    expect((await seen(started)).error).toEqual({ code: expected, class: failureClass, message });
  });

  it('an error beside a text and exit 0 is a failure all the same', async () => {
    const { run: started } = await run({ steps: [{ out: 'Half\n' }, { err: 'dsh: SERVER: broken\n' }] });
    expect((await seen(started)).error?.code).toBe('SERVER');
  });

  it('exit 0 without a text is no success', async () => {
    const { run: started } = await run({ steps: [{ out: '\n' }] });
    expect((await seen(started)).error?.code).toBe('NO_SUCCESS_EVENT');
  });

  it('is stopped by SIGINT, and the text it leaves with exit 0 is no answer', async () => {
    const script: PlayerScript = {
      end: 'hang',
      signals: { SIGINT: { out: 'I was about to\n', code: 0 }, SIGTERM: { out: 'never\n', code: 0 } },
    };
    const { run: started, record } = await run(script);
    await expect.poll(() => observed(record)).not.toBeNull();
    expect((await started.stop('cancelled')).confirmed).toBe(true);
    const { events, exit } = await seen(started);
    expect(events).toEqual([]);
    expect(exit).toMatchObject({ kind: 'exited', code: 0, ours: true });
    expect(observed(record)?.signals).toEqual(['SIGINT']);
  });

  it('a prompt that is too long for an argument is refused before anything is started', async () => {
    const { run: started } = await run({}, { prompt: 'ä'.repeat(100_000) });
    const { error, exit } = await seen(started);
    expect(error).toMatchObject({ code: 'PROMPT_TOO_LONG', class: 'unsupported' });
    expect(exit.kind).toBe('not_started');
  });
});

describe('the overlay of a run', () => {
  const overlay = async (fields: Partial<DriverCall>, channel: Partial<ResolvedChannel>) => {
    const folder = await workspace();
    const program = await fakeProgram(
      folder,
      `
      const patch = process.argv[process.argv.indexOf('--patch') + 1];
      process.stdout.write(fs.readFileSync(patch, 'utf8'));
      `,
    );
    const call = await callOf('dsh', program.path, fields);
    const started = finalOnly.createOneShot?.({ ...call, channel: channelOf('dsh', channel) });
    if (started === undefined) throw new Error('no one-shot');
    const { content } = await seen(started);
    const [first] = program.calls();
    const patch = first?.argv[first.argv.indexOf('--patch') + 1] ?? '';
    return { rows: JSON.parse(content ?? ''), env: first?.env, patch, call };
  };

  it('sets model and effort, keeps stored credentials out, and is removed', async () => {
    const { rows, env, patch, call } = await overlay(
      { model: 'deepseek-v4-pro' },
      {
        models: [{ id: 'deepseek-v4-pro', label: 'Pro' }],
        modelReasoningEffort: 'max',
        permissions: 'full',
        apiKey: 'k',
        baseUrl: 'http://127.0.0.1:1/v1',
      },
    );
    expect(rows).toEqual([
      { id: 'credentials', config: { path: expect.stringContaining(call.scratchDir), watch: false } },
      { id: 'agent-default-model', config: { provider: 'deepseek-official', model: 'deepseek-v4-pro' } },
      { id: 'llm-deepseek', config: { reasoningEffort: 'max' } },
    ]);
    expect(env).toMatchObject({
      DEEPSEEK_API_KEY: 'k',
      DEEPSEEK_BASE_URL: 'http://127.0.0.1:1/v1',
      DSH_PERMISSION_MODE: 'danger-full-access',
      DSH_HOME: join(call.scratchDir, 'dsh-home'),
    });
    expect(existsSync(patch)).toBe(false);
  });

  it('names the stored credentials of the user only where the channel says so', async () => {
    const { rows, call } = await overlay({}, { dshUseStoredCredentials: true });
    expect(rows[0].config.path).toBe(join(call.env.HOME ?? '', '.dsh', '.credentials.yaml'));
  });

  it('is removed when the run is cancelled, and when it cannot be started', async () => {
    const stopped = await run({ end: 'hang' }, {}, { dshUseStoredCredentials: true });
    const patch = join(stopped.call.scratchDir, 'dsh-patch.yml');
    expect(existsSync(patch)).toBe(true);
    await stopped.run.stop('cancelled');
    await seen(stopped.run);
    expect(existsSync(patch)).toBe(false);
    const call = await callOf('dsh', (await fakeProgram(await workspace(), '')).path);
    const unstarted = finalOnly.createOneShot?.({ ...call, workDir: '/nowhere', channel: channelOf('dsh') });
    if (unstarted === undefined) throw new Error('no one-shot');
    expect((await seen(unstarted)).exit.kind).toBe('not_started');
    expect(existsSync(join(call.scratchDir, 'dsh-patch.yml'))).toBe(false);
  });

  it('an effort that dsh does not know is refused', () => {
    expect(finalOnly.checkChannel?.(channelOf('dsh', { modelReasoningEffort: 'medium' }))?.en).toContain('medium');
    expect(finalOnly.checkChannel?.(channelOf('dsh', { modelReasoningEffort: 'off' }))).toBeNull();
  });
});

describe('the session log', () => {
  const expected = [
    { type: 'session', sessionId: 'session-d1' },
    { type: 'thinking', text: 'one thing' },
    { type: 'text', text: 'I look.' },
    { type: 'usage', usage: { input_tokens: 10, output_tokens: 2, cached_tokens: 1 } },
    { type: 'tool_call', callId: 'c-1', tool: 'bash', input: { command: 'ls' } },
    { type: 'tool_result', callId: 'c-1', ok: true, output: 'a.txt' },
    { type: 'text', text: 'One file.' },
    { type: 'usage', usage: { input_tokens: 22, output_tokens: 5, cached_tokens: 1 } },
  ];
  const entries = readFileSync(LOG, 'utf8').trim().split('\n');

  it('is told as events', () => {
    const mapper = new SessionLogMapper();
    expect(entries.flatMap((line) => mapper.entry(JSON.parse(line)))).toEqual(expected);
    expect(mapper.told).toBe(true);
  });

  it('is read frame by frame, and a frame that is still being written is left', () => {
    const [one, two] = [rawFrame('first\n'), rawFrame('second\n', true)];
    const both = Buffer.concat([one, two]);
    for (let cut = 0; cut <= both.length; cut += 1) {
      const { frames, length } = wholeFrames(both.subarray(0, cut));
      const whole = cut === both.length ? 2 : cut >= one.length ? 1 : 0;
      expect(frames.map((frame) => decode(frame).toString())).toEqual(['first\n', 'second\n'].slice(0, whole));
      expect(length).toBe([0, one.length, both.length][whole]);
    }
    expect(wholeFrames(Buffer.from('this is no frame at all'))).toEqual({ frames: [], length: 0 });
  });

  it('is followed while the run works, and the final text is not told twice', async () => {
    const folder = await workspace();
    const frames = entries.map((line) => rawFrame(`${line}\n`).toString('base64'));
    const program = await fakeProgram(
      folder,
      `
      const folder = path.join(process.env.DSH_HOME, 'sessions', '--w--', 'session-d1');
      fs.mkdirSync(folder, { recursive: true });
      const file = path.join(folder, 'session.jsonl.zstd');
      const frames = ${JSON.stringify(frames)};
      const next = () => {
        const frame = frames.shift();
        if (frame === undefined) return process.stdout.write('One file.\\n');
        fs.appendFileSync(file, Buffer.from(frame, 'base64'));
        setTimeout(next, 10);
      };
      next();
      `,
    );
    const call = await callOf('dsh', program.path);
    const started = following.createOneShot?.({ ...call, channel: channelOf('dsh') });
    if (started === undefined) throw new Error('no one-shot');
    const { first, rest } = await untilEvent(started, (event) => event.type === 'session');
    const { events } = await rest();
    expect([...first, ...events]).toEqual([...expected, { type: 'completed', content: 'One file.' }]);
  });

  it('that cannot be read is said, and the answer is there all the same', async () => {
    const driver = createDshDriver(() => {
      throw new Error('not a frame');
    });
    const folder = await workspace();
    const program = await fakeProgram(
      folder,
      `
      const folder = path.join(process.env.DSH_HOME, 'sessions', 'x');
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, 'session.jsonl.zstd'), Buffer.from('${rawFrame('{}').toString('base64')}', 'base64'));
      process.stdout.write('Fine.\\n');
      `,
    );
    const call = await callOf('dsh', program.path);
    const started = driver.createOneShot?.({ ...call, channel: channelOf('dsh') });
    if (started === undefined) throw new Error('no one-shot');
    const { events, content } = await seen(started);
    expect(content).toBe('Fine.');
    expect(events[0]).toEqual({ type: 'status', status: 'log_unreadable', detail: 'not a frame' });
  });
});
