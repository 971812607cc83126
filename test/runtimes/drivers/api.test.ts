import { describe, expect, it } from 'vitest';
import { DEFAULT_MODEL } from '../../../src/config/defaults.js';
import type { LedgerEntry } from '../../../src/models/ledger.js';
import { API_FORMATS, type ApiFormat, type Channel, type ResolvedChannel } from '../../../src/runtimes/channel.js';
import type { DriverCall } from '../../../src/runtimes/driver.js';
import { type ApiDriverOptions, createApiDriver } from '../../../src/runtimes/drivers/api/driver.js';
import { baseUrl, KEY, served } from '../../models/served.js';
import { ANSWER, type Scenario, THOUGHT } from '../../models/server/scenario.js';
import type { ModelServer } from '../../models/server/server.js';
import { callOf, channelOf, seen } from '../player/call.js';

const MODELS = { ...DEFAULT_MODEL, max_retries: 0, request_timeout_sec: 10 };

const driverOf = (options: Partial<ApiDriverOptions> = {}) => createApiDriver({ models: MODELS, ...options });

function channelAt(server: ModelServer, apiFormat: ApiFormat, fields: Partial<ResolvedChannel> = {}): ResolvedChannel {
  return channelOf('api', {
    models: [{ id: 'mock-model', label: 'Scripted' }],
    baseUrl: baseUrl(server, apiFormat),
    apiFormat,
    environment: { API_KEY: KEY },
    apiKey: KEY,
    secretValues: [KEY],
    ...fields,
  });
}

const calling = (channel: ResolvedChannel, fields: Partial<DriverCall> = {}): Promise<DriverCall> =>
  callOf('api', '', { channel, model: 'mock-model', ...fields });

describe.each(API_FORMATS)('the api driver in %s', (apiFormat) => {
  it('streams the answer, reports the usage and completes', async () => {
    const server = await served();
    const run = driverOf().createOneShot?.(await calling(channelAt(server, apiFormat)));
    if (run === undefined) throw new Error('no run');
    expect(await run.launched).toBeNull();
    const { events, content, exit } = await seen(run);
    expect(content).toBe(ANSWER);
    expect(exit).toEqual({ kind: 'settled' });
    const texts = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join('')).toBe(ANSWER);
    expect(events.at(-2)).toEqual({
      type: 'usage',
      usage: { input_tokens: 120, output_tokens: 8, cached_tokens: 20 },
    });
  });

  it('keeps thinking apart', async () => {
    const server = await served({ scenario: 'reason' });
    const { events, content } = await runOf(await calling(channelAt(server, apiFormat)));
    expect(content).toBe(ANSWER);
    expect(events.flatMap((event) => (event.type === 'thinking' ? [event.text] : [])).join('')).toBe(THOUGHT);
  });

  const FAILS: readonly [Scenario, string, string][] = [
    ['400', 'BAD_REQUEST', 'back-end'],
    ['401', 'AUTH', 'back-end'],
    ['404', 'MODEL_NOT_FOUND', 'back-end'],
    ['429', 'RATE_LIMIT', 'back-end'],
    ['quota', 'QUOTA', 'back-end'],
    ['context', 'CONTEXT_WINDOW_EXCEEDED', 'back-end'],
    ['500', 'SERVER', 'back-end'],
    ['cut', 'TRANSPORT', 'back-end'],
    ['close', 'TRANSPORT', 'back-end'],
    ['badjson', 'NOT_THE_FORMAT', 'protocol'],
    ['othershape', 'NOT_THE_FORMAT', 'protocol'],
    ['html', 'NOT_THE_FORMAT', 'protocol'],
  ];
  it.each(FAILS)('fails in scenario %s with %s (%s), once, and names no key', async (scenario, code, failureClass) => {
    const server = await served({ scenario });
    const { events, error, content } = await runOf(await calling(channelAt(server, apiFormat)));
    expect(content).toBeNull();
    expect(error).toMatchObject({ code, class: failureClass });
    expect(events.filter(({ type }) => type === 'failed' || type === 'completed')).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain(KEY);
  });

  it.each(['hang', 'hangstream', 'slow'] as const)(
    'is stopped in scenario %s, every stop with one result',
    async (scenario) => {
      const server = await served({ scenario });
      const run = driverOf().createOneShot?.(await calling(channelAt(server, apiFormat)));
      if (run === undefined) throw new Error('no run');
      const everything = seen(run);
      await expect.poll(() => server.seen.length).toBe(1);
      const reports = await Promise.all([run.stop('cancelled'), run.stop('wall_limit')]);
      for (const report of reports) expect(report).toMatchObject({ confirmed: true, unconfirmed: [] });
      const { error, exit } = await everything;
      expect(error).toMatchObject({ class: 'cancelled' });
      expect(exit).toEqual({ kind: 'settled' });
      await server.seen[0]?.closed;
      expect(await run.stop('cancelled')).toMatchObject({ confirmed: true });
    },
  );

  it('honours every field of the channel', async () => {
    const server = await served();
    const path = `/gate/models/mock-text:streamGenerateContent`;
    const whole = {
      openai_chat: '/gate/chat/completions',
      openai_responses: '/gate/responses',
      anthropic: '/gate/messages',
      gemini_native: path,
    }[apiFormat];
    const channel = channelAt(server, apiFormat, {
      baseUrl: `${server.origin}${whole}?v=2`,
      isFullUrl: true,
      httpHeaders: { 'x-team': 'blue', 'x-both': 'header' },
      requestOverrides: { headers: { 'x-both': 'override' }, body: { marked: { by: 'channel' } } },
      customUserAgent: 'team/2.0',
      modelReasoningEffort: 'low',
    });
    const { content } = await runOf(await calling(channel, { developerInstructions: 'Be brief.' }));
    expect(content).toBe(ANSWER);
    const [one] = server.seen;
    expect(one?.path).toBe(`${whole}?v=2`);
    expect(one?.headers).toMatchObject({ 'x-team': 'blue', 'x-both': 'override', 'user-agent': 'team/2.0' });
    expect(one?.body).toMatchObject({ marked: { by: 'channel' } });
    const sent = JSON.stringify(one?.body);
    expect(sent).toContain('"low"');
    expect(sent).toContain('Be brief.');
    if (apiFormat !== 'gemini_native') expect(one?.body.model).toBe('mock-model');
  });

  it('asks for the effort of the call before the channel’s', async () => {
    const server = await served();
    const channel = channelAt(server, apiFormat, { modelReasoningEffort: 'low' });
    await runOf(await calling(channel, { reasoningEffort: 'high' }));
    const sent = JSON.stringify(server.seen[0]?.body);
    expect(sent).toContain('"high"');
    expect(sent).not.toContain('"low"');
  });
});

describe('the api driver', () => {
  it('uses a provider of graph.yaml, its key and its model, and what the channel says instead', async () => {
    const server = await served();
    const team = {
      ...MODELS.providers.openai,
      name: 'team-model',
      base_url: `${server.origin}/v1`,
      api_key_env: 'TEAM_KEY',
    };
    const models = {
      ...MODELS,
      providers: { team: { ...team, format: 'anthropic', max_tokens: 99 } },
    } as typeof MODELS;
    const channel = channelOf('api', { provider: 'team' });
    const call = await calling(channel, { model: null });
    await runOf({ ...call, env: { ...call.env, TEAM_KEY: 'sk-of-the-team' } }, { models });
    await runOf(await calling({ ...channel, apiKey: KEY }, { model: 'mock-other' }), { models });
    const [first, second] = server.seen;
    expect(first).toMatchObject({ path: '/v1/messages', body: { model: 'team-model', max_tokens: 99 } });
    expect(first?.headers['x-api-key']).toBe('sk-of-the-team');
    expect(second).toMatchObject({ body: { model: 'mock-other' } });
    expect(second?.headers['x-api-key']).toBe(KEY);
  });

  it('says that it tries again', async () => {
    const server = await served({ scenario: '500once' });
    const models = { ...MODELS, max_retries: 1 };
    const { events, content } = await runOf(await calling(channelAt(server, 'openai_chat')), { models });
    expect(content).toBe(ANSWER);
    expect(events[0]).toMatchObject({ type: 'status', status: 'retry' });
  });

  it('reports its own time limit as one', async () => {
    const server = await served({ scenario: 'hangstream' });
    const models = { ...MODELS, request_timeout_sec: 0.3 };
    const { error } = await runOf(await calling(channelAt(server, 'openai_chat')), { models });
    expect(error).toMatchObject({ code: 'TIMEOUT', class: 'timed_out' });
  });

  it('accounts for each call under its invocation', async () => {
    const server = await served();
    const entries: (LedgerEntry & { invocationId: string })[] = [];
    const ledger = (invocationId: string) => async (entry: LedgerEntry) =>
      void entries.push({ invocationId, ...entry });
    const call = await calling(channelAt(server, 'openai_chat'));
    await runOf(call, { ledger });
    expect(entries).toMatchObject([{ invocationId: call.invocationId, outcome: 'ok', input_tokens: 120 }]);
  });

  it('does not pass an unaccounted call off as a success', async () => {
    const server = await served();
    const ledger = () => () => Promise.reject(new Error('disk full'));
    const { error } = await runOf(await calling(channelAt(server, 'openai_chat')), { ledger });
    expect(error).toMatchObject({ class: 'recording', message: 'disk full' });
  });

  it('ends what runs when it is shut down, and starts nothing any more', async () => {
    const server = await served({ scenario: 'hang' });
    const driver = driverOf();
    const call = await calling(channelAt(server, 'openai_chat'));
    const run = driver.createOneShot?.(call);
    if (run === undefined) throw new Error('no run');
    await expect.poll(() => server.seen.length).toBe(1);
    await driver.shutdown();
    expect((await seen(run)).error).toMatchObject({ class: 'cancelled' });
    const late = driver.createOneShot?.(call);
    if (late === undefined) throw new Error('no run');
    expect((await seen(late)).error).toMatchObject({ class: 'shutdown' });
    expect(server.seen).toHaveLength(1);
  });

  it('promises nothing but fresh runs of one turn', () => {
    const driver = driverOf();
    expect(driver.surfaces).toEqual({
      task: { oneshot: ['fresh'] },
      workflow: { oneshot: ['fresh'] },
      'channel-test': { oneshot: ['fresh'] },
    });
    expect(driver.codec).toBeUndefined();
    expect(driver.createInteractive).toBeUndefined();
  });

  it.each([
    ['nowhere to go', {}, 'provider, or baseUrl and apiFormat'],
    ['no format', { baseUrl: 'http://127.0.0.1:1/v1' }, 'provider, or baseUrl and apiFormat'],
    ['an unknown provider', { provider: 'nobody' }, 'no model provider nobody'],
    ['no model', { baseUrl: 'http://127.0.0.1:1/v1', apiFormat: 'anthropic' }, 'name the model'],
    ['a whole address that is not there', { provider: 'openai', isFullUrl: true }, 'isFullUrl needs baseUrl'],
    ['variables for no program', { provider: 'openai', environment: { API_KEY: 'x', HOME: '/' } }, 'not HOME'],
  ] as [string, Partial<Channel>, string][])('refuses a channel with %s, saved or run', async (_what, fields, says) => {
    const driver = driverOf();
    expect(driver.checkChannel?.(channelOf('api', fields))?.en).toContain(says);
    const { error } = await runOf(await calling(channelOf('api', fields)));
    expect(error).toMatchObject({ code: 'CHANNEL_INVALID', class: 'config' });
  });

  it('accepts a channel that says enough', () => {
    const driver = driverOf();
    const named = channelOf('api', {
      models: [{ id: 'm', label: 'M' }],
      baseUrl: 'http://127.0.0.1:1/v1',
      apiFormat: 'anthropic',
    });
    expect([named, channelOf('api', { provider: 'openai' })].map((one) => driver.checkChannel?.(one))).toEqual([
      null,
      null,
    ]);
  });
});

async function runOf(call: DriverCall, options: Partial<ApiDriverOptions> = {}) {
  const run = driverOf(options).createOneShot?.(call);
  if (run === undefined) throw new Error('no run');
  return await seen(run);
}
