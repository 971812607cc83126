import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { modelAt, type Retry } from '../../src/models/create-model.js';
import { type LedgerEntry, storeLedger } from '../../src/models/ledger.js';
import { waitBefore } from '../../src/models/retry-after.js';
import { withStore } from '../store/made.js';
import { endpointAt, served } from './served.js';
import { ANSWER } from './server/scenario.js';

const NEVER = new AbortController().signal;
const HELLO = { messages: [{ role: 'user', text: 'hello' }] } as const;

describe('a call that failed', () => {
  it('is made again after a 429, when the provider said', async () => {
    const server = await served({ scenario: '429once' });
    const retries: Retry[] = [];
    const model = modelAt(endpointAt(server, 'openai_chat', { maxRetries: 2 }), {
      onRetry: (one) => retries.push(one),
    });
    const done = await model.complete(HELLO, NEVER);
    expect(done).toMatchObject({ text: ANSWER, tries: 2 });
    expect(done.ms).toBeGreaterThanOrEqual(990);
    expect(retries).toEqual([{ kind: 'rate_limit', status: 429, tries: 1, waitMs: 1_000 }]);
  });

  it('is made again after a 5xx', async () => {
    const server = await served({ scenario: '500once' });
    const model = modelAt(endpointAt(server, 'anthropic', { maxRetries: 1 }));
    expect(await model.complete(HELLO, NEVER)).toMatchObject({ text: ANSWER, tries: 2 });
  });

  it('is made again when no connection came about, and fails when it never does', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const live = await served();
    const model = modelAt({
      ...endpointAt(live, 'openai_chat', { maxRetries: 1 }),
      baseUrl: `http://127.0.0.1:${port}/v1`,
    });
    await expect(model.complete(HELLO, NEVER)).rejects.toMatchObject({ kind: 'network', tries: 2, status: null });
  });

  it('gives up after the tries it has', async () => {
    const server = await served({ scenario: '500' });
    const model = modelAt(endpointAt(server, 'openai_responses', { maxRetries: 1 }));
    await expect(model.complete(HELLO, NEVER)).rejects.toMatchObject({ kind: 'server', tries: 2 });
    expect(server.seen).toHaveLength(2);
  });

  it.each(['400', '401', 'quota', 'context', 'badjson', 'cut'] as const)(
    'is not made again in scenario %s',
    async (scenario) => {
      const server = await served({ scenario });
      const model = modelAt(endpointAt(server, 'openai_chat', { maxRetries: 3 }));
      await expect(model.complete(HELLO, NEVER)).rejects.toMatchObject({ tries: 1 });
      expect(server.seen).toHaveLength(1);
    },
  );

  it('is not waited for longer than one request may take', async () => {
    const server = await served({ scenario: '429' });
    const model = modelAt(endpointAt(server, 'openai_chat', { maxRetries: 3, timeoutMs: 900 }));
    await expect(model.complete(HELLO, NEVER)).rejects.toMatchObject({ kind: 'rate_limit', tries: 1 });
  });

  it('stops waiting when it is cancelled', async () => {
    const server = await served({ scenario: '429' });
    const controller = new AbortController();
    const model = modelAt(endpointAt(server, 'openai_chat', { maxRetries: 3 }), { onRetry: () => controller.abort() });
    await expect(model.complete(HELLO, controller.signal)).rejects.toMatchObject({ kind: 'cancelled', tries: 1 });
    expect(server.seen).toHaveLength(1);
  });

  it('is not made at all when it was cancelled before', async () => {
    const server = await served();
    const model = modelAt(endpointAt(server, 'openai_chat'));
    await expect(model.complete(HELLO, AbortSignal.abort())).rejects.toMatchObject({ kind: 'cancelled', tries: 0 });
    expect(server.seen).toHaveLength(0);
  });

  it('is not made without the key that a remote endpoint wants', async () => {
    const server = await served();
    const endpoint = {
      ...endpointAt(server, 'openai_chat'),
      baseUrl: 'https://models.invalid/v1',
      key: null,
      keyVariable: 'TEAM_KEY',
    };
    await expect(modelAt(endpoint).complete(HELLO, NEVER)).rejects.toMatchObject({
      kind: 'auth',
      tries: 0,
      detail: 'TEAM_KEY is not set',
    });
  });
});

describe('the wait before the next try', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  it.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }, 7_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    [{ 'retry-after': 'soon' }, 1_000],
    [{}, 1_000],
  ] as [Record<string, string>, number][])('after %j is %i ms', (headers, ms) => {
    expect(waitBefore(2, new Headers(headers), now)).toBe(ms);
  });

  it('grows, but not for ever', () => {
    expect([1, 2, 3, 20].map((tries) => waitBefore(tries, null, now))).toEqual([500, 1_000, 2_000, 16_000]);
  });
});

describe('the ledger', () => {
  it('gets one entry per call, however it ended', async () => {
    const server = await served({ scenario: '500once' });
    const entries: LedgerEntry[] = [];
    const ledger = async (entry: LedgerEntry) => void entries.push(entry);
    await modelAt(endpointAt(server, 'openai_chat', { maxRetries: 1 }), { ledger }).complete(HELLO, NEVER);
    server.play('401');
    await expect(modelAt(endpointAt(server, 'openai_chat'), { ledger }).complete(HELLO, NEVER)).rejects.toThrow();
    expect(entries).toMatchObject([
      {
        provider: 'scripted',
        model: 'mock-model',
        outcome: 'ok',
        input_tokens: 120,
        output_tokens: 8,
        cached_tokens: 20,
      },
      { outcome: 'auth', input_tokens: null, output_tokens: null, cached_tokens: null },
    ]);
  });

  it('knows no number that was not reported', async () => {
    const server = await served({ scenario: 'nousage' });
    const done = await modelAt(endpointAt(server, 'openai_chat')).complete(HELLO, NEVER);
    expect(done.usage).toEqual({ input_tokens: null, output_tokens: null, cached_tokens: null });
  });

  it('is a row of model_calls', async () => {
    const server = await served();
    await withStore(async (store) => {
      const ledger = storeLedger(store, async () => ({ environment_id: null, round_id: null, purpose: 'agent' }));
      await modelAt(endpointAt(server, 'gemini_native'), { ledger }).complete(HELLO, NEVER);
      const rows = await store.read((tx) => tx.selectFrom('model_calls').selectAll().execute());
      expect(rows).toMatchObject([
        {
          purpose: 'agent',
          provider: 'scripted',
          model: 'mock-model',
          input_tokens: 120,
          output_tokens: 8,
          outcome: 'ok',
        },
      ]);
      expect(rows[0]?.ms).toBeGreaterThan(0);
    });
  });

  it('is not passed over when it fails', async () => {
    const server = await served();
    const ledger = () => Promise.reject(new Error('disk full'));
    await expect(modelAt(endpointAt(server, 'openai_chat'), { ledger }).complete(HELLO, NEVER)).rejects.toThrow(
      'disk full',
    );
  });
});
