import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResolvedChannel } from '../../../src/runtimes/channel.js';
import type { DriverCall } from '../../../src/runtimes/driver.js';
import { createHermesDriver } from '../../../src/runtimes/drivers/hermes/driver.js';
import { workspace } from '../../harness/workspace.js';
import { callOf, channelOf, seen } from '../player/call.js';
import { fakeProgram } from '../player/fake-program.js';
import { observed } from '../player/observed.js';
import { conversationScript } from '../player/recording.js';
import { type PlayerScript, player } from '../player/script.js';

const driver = createHermesDriver();

interface Report {
  readonly [name: string]: unknown;
}

const DONE: Report = {
  session_id: 'h-1',
  completed: true,
  partial: false,
  interrupted: false,
  failed: false,
  input_tokens: 10,
  output_tokens: 2,
  cache_read_tokens: 1,
};

/** `hermes -z`: writes its report, then its answer. */
async function oneShot(
  said: { readonly out?: string; readonly err?: string; readonly code?: number; readonly report?: Report | null },
  fields: Partial<DriverCall> = {},
  channel: Partial<ResolvedChannel> = {},
) {
  const folder = await workspace();
  const { out = '', err = '', code = 0, report = DONE } = said;
  const program = await fakeProgram(
    folder,
    `
    const at = process.argv.indexOf('--usage-file');
    const report = ${JSON.stringify(report)};
    if (report !== null) fs.writeFileSync(process.argv[at + 1], JSON.stringify(report));
    process.stderr.write(${JSON.stringify(err)});
    process.stdout.write(${JSON.stringify(out)}, () => process.exit(${code}));
    `,
  );
  const call = await callOf('hermes', program.path, fields);
  const run = driver.createOneShot?.({ ...call, channel: channelOf('hermes', { permissions: 'full', ...channel }) });
  if (run === undefined) throw new Error('no one-shot');
  return { ...(await seen(run)), call, argv: () => program.calls().map((one) => one.argv) };
}

describe('hermes -z', () => {
  it('is its text, with the session and the usage of its report', async () => {
    const { events, argv, call } = await oneShot({ out: 'Two files.\n' });
    expect(events).toEqual([
      { type: 'session', sessionId: 'h-1' },
      { type: 'text', text: 'Two files.' },
      { type: 'usage', usage: { input_tokens: 10, output_tokens: 2, cached_tokens: 1 } },
      { type: 'completed', content: 'Two files.' },
    ]);
    expect(argv()).toEqual([['-z', 'Say hello', '--usage-file', join(call.scratchDir, 'usage.json')]]);
  });

  it.each([
    [
      'failed',
      { code: 2, out: 'it broke', report: { ...DONE, failed: true, failure: '429 too many requests' } },
      'RATE_LIMIT',
    ],
    [
      'partial',
      { code: 2, report: { ...DONE, completed: false, partial: true, turn_exit_reason: 'max_iterations' } },
      'PARTIAL',
    ],
    ['interrupted', { code: 130, report: { ...DONE, completed: false, interrupted: true } }, 'CANCELLED'],
    [
      'an agent error',
      { code: 1, err: 'hermes -z: agent failed: 401 no key\n', report: { ...DONE, failed: true } },
      'AUTH',
    ],
    ['no text', { code: 1, report: DONE }, 'EXIT_CODE'],
    ['bad arguments', { code: 2, err: 'hermes -z: --provider requires --model\n', report: null }, 'BACKEND_ERROR'],
    ['exit 0 without a report', { out: 'Fine.', report: null }, 'NO_SUCCESS_EVENT'],
    ['exit 0 with a failure in its report', { out: 'Fine.', report: { ...DONE, failed: true } }, 'BACKEND_ERROR'],
  ] as const)('%s is a failure that keeps its session', async (_name, said, code) => {
    const { error, events } = await oneShot(said);
    expect(error?.code).toBe(code);
    const reported = said.report !== null;
    expect(events[0]?.type === 'session').toBe(reported);
  });

  it('continues a session, and starts another where a preferred one is gone', async () => {
    const conversation = { sessionId: 'h-0', workDir: '/w' };
    const resumed = await oneShot({ out: 'On.' }, { policy: 'resume-required', conversation });
    expect(resumed.argv()[0]?.slice(-2)).toEqual(['--resume', 'h-0']);
    const stale = { code: 1, err: 'session not found: h-0\n', report: null };
    const required = await oneShot(stale, { policy: 'resume-required', conversation });
    expect(required.error).toMatchObject({ code: 'SESSION_NOT_FOUND', class: 'conversation' });
    const preferred = await oneShot(stale, { policy: 'resume-preferred', conversation });
    expect(preferred.events[0]).toMatchObject({ type: 'status', status: 'session_not_found' });
    expect(preferred.argv().map((argv) => argv.includes('--resume'))).toEqual([true, false]);
  });

  it('gives model and provider together, instructions before the prompt, and never a prompt that looks like an option', async () => {
    const { argv } = await oneShot(
      { out: 'x' },
      { model: 'm', prompt: '--help', developerInstructions: null },
      { modelProvider: 'house', models: [{ id: 'm', label: 'M' }], stateDir: '/state' },
    );
    expect(argv()[0]?.slice(0, 2)).toEqual(['-z', '\n--help']);
    expect(argv()[0]?.slice(-4)).toEqual(['--model', 'm', '--provider', 'house']);
  });

  it('a prompt that is too long for an argument is refused before anything is started', async () => {
    const { error, exit } = await oneShot({ out: 'x' }, { prompt: 'a'.repeat(200_000) });
    expect(error).toMatchObject({ code: 'PROMPT_TOO_LONG', class: 'unsupported' });
    expect(exit.kind).toBe('not_started');
  });
});

describe('hermes acp', () => {
  const talk = async (script: PlayerScript, fields: Partial<DriverCall> = {}) => {
    const folder = await workspace();
    const record = join(folder, 'seen.jsonl');
    const call = await callOf('hermes', await player(folder, { ...script, record }), fields);
    return { call, record };
  };
  const script = conversationScript(join(import.meta.dirname, '../fixtures/acp/ask-then-answer.jsonl'));

  it('is what a task goes through where not everything is permitted: it asks', async () => {
    const { call, record } = await talk(script, { approve: async () => 'approved' });
    const run = driver.createOneShot?.(call);
    if (run === undefined) throw new Error('no one-shot');
    const { events, content } = await seen(run);
    expect(content).toBe('Written.');
    expect(events).toContainEqual(expect.objectContaining({ type: 'approval_request' }));
    expect(observed(record)?.argv).toEqual(['acp']);
  });

  it('a session is deleted by its own command', async () => {
    const { call, record } = await talk({ steps: [] });
    const target = { ...call, conversation: { sessionId: 'h-1', workDir: '/w' } };
    expect(await driver.deleteSession?.(target)).toBeNull();
    expect(observed(record)?.argv).toEqual(['sessions', 'delete', 'h-1', '--yes']);
  });
});

it('a channel of hermes cannot be read-only, and needs a model for a provider', () => {
  expect(driver.checkChannel?.(channelOf('hermes'))).toBeNull();
  expect(driver.checkChannel?.(channelOf('hermes', { permissions: 'read-only' }))?.en).toContain('read');
  expect(driver.checkChannel?.(channelOf('hermes', { modelProvider: 'x' }))?.en).toContain('model');
});
