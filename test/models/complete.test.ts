import { describe, expect, it } from 'vitest';
import { modelAt } from '../../src/models/create-model.js';
import { ModelFailedError, type ModelFailureKind } from '../../src/models/failure.js';
import type { ModelCall } from '../../src/models/model.js';
import { endpointAt, FORMATS, KEY, served } from './served.js';
import { AFTER_TOOL, ANSWER, type Scenario, THOUGHT } from './server/scenario.js';

const NEVER = new AbortController().signal;

const RUN = {
  name: 'run',
  description: 'Runs a command line.',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
} as const;

const asking = (text: string, more: Partial<ModelCall> = {}): ModelCall => ({
  messages: [{ role: 'user', text }],
  ...more,
});

/** The two ways to be answered, and what was heard of a streamed one. */
const WAYS = ['streamed', 'whole'] as const;

function listening(way: (typeof WAYS)[number]) {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const more: Partial<ModelCall> =
    way === 'streamed' ? { onText: (one) => texts.push(one), onThinking: (one) => thoughts.push(one) } : {};
  return { texts, thoughts, more };
}

async function failureOf(promise: Promise<unknown>): Promise<ModelFailedError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelFailedError)) throw error;
  return error;
}

describe.each(FORMATS)('a model that speaks %s', (format) => {
  describe.each(WAYS)('and answers %s', (way) => {
    it('gives the text, why it ended, and the usage as reported', async () => {
      const server = await served();
      const { texts, more } = listening(way);
      const done = await modelAt(endpointAt(server, format)).complete(asking('hello', more), NEVER);
      expect(done).toMatchObject({ text: ANSWER, toolCalls: [], finishReason: 'stop', tries: 1 });
      expect(done.usage).toEqual({ input_tokens: 120, output_tokens: 8, cached_tokens: 20 });
      expect(texts.join('')).toBe(way === 'streamed' ? ANSWER : '');
      if (way === 'streamed') expect(texts.length).toBeGreaterThan(1);
    });

    it('calls a tool, is told what came of it, and goes on', async () => {
      const server = await served({ scenario: 'tool' });
      const { more } = listening(way);
      const model = modelAt(endpointAt(server, format));
      const first = await model.complete(asking('run it', { ...more, tools: [RUN] }), NEVER);
      expect(first.finishReason).toBe('tool-calls');
      const [call] = first.toolCalls;
      if (call === undefined) throw new Error('no tool was called');
      expect(call).toMatchObject({ tool: 'run', input: { command: 'echo scripted' } });
      const second = await model.complete(
        {
          messages: [
            { role: 'system', text: 'Be brief.' },
            { role: 'user', text: 'run it' },
            { role: 'assistant', text: first.text, toolCalls: first.toolCalls },
            { role: 'tool', callId: call.callId, tool: call.tool, output: 'scripted' },
          ],
          tools: [RUN],
          ...more,
        },
        NEVER,
      );
      expect(second.text).toBe(AFTER_TOOL);
    });

    it('keeps thinking apart from the answer', async () => {
      const server = await served({ scenario: 'reason' });
      const { thoughts, more } = listening(way);
      const done = await modelAt(endpointAt(server, format)).complete(asking('think', more), NEVER);
      expect(done.text).toBe(ANSWER);
      expect(thoughts.join('')).toBe(way === 'streamed' ? THOUGHT : '');
    });

    it('gives an empty answer as what it is', async () => {
      const server = await served({ scenario: 'empty' });
      const { more } = listening(way);
      const done = await modelAt(endpointAt(server, format)).complete(asking('hello', more), NEVER);
      expect(done).toMatchObject({ text: '', toolCalls: [] });
    });

    const FAILS: readonly [Scenario, ModelFailureKind, number | null][] = [
      ['400', 'refused', 400],
      ['401', 'auth', 401],
      ['403', 'auth', 403],
      ['404', 'refused', 404],
      ['429', 'rate_limit', 429],
      ['quota', 'quota', 429],
      ['context', 'context', 400],
      ['500', 'server', 500],
      ['529', 'server', 529],
      ['redirect', 'refused', 307],
      ['badjson', 'malformed', 200],
      ['html', 'malformed', 200],
      ['othershape', 'malformed', 200],
      ['cut', 'network', 200],
      ['close', 'network', 200],
    ];
    it.each(FAILS)('reports scenario %s as %s', async (scenario, kind, status) => {
      const server = await served({ scenario });
      const { more } = listening(way);
      const failure = await failureOf(modelAt(endpointAt(server, format)).complete(asking('hello', more), NEVER));
      expect({ kind: failure.kind, status: failure.status, tries: failure.tries }).toEqual({ kind, status, tries: 1 });
      expect(failure.message).not.toContain(KEY);
    });

    it.each(['hang', 'hangstream', 'slow'] as const)(
      'is cancelled in scenario %s, and the connection goes',
      async (scenario) => {
        const server = await served({ scenario });
        const { more } = listening(way);
        const controller = new AbortController();
        const failing = failureOf(
          modelAt(endpointAt(server, format)).complete(asking('hello', more), controller.signal),
        );
        await expect.poll(() => server.seen.length).toBe(1);
        controller.abort();
        expect((await failing).kind).toBe('cancelled');
        await server.seen[0]?.closed;
      },
    );

    it.each(['hang', 'hangstream'] as const)('gives up in scenario %s when its time is over', async (scenario) => {
      const server = await served({ scenario });
      const { more } = listening(way);
      const model = modelAt(endpointAt(server, format, { timeoutMs: 300 }));
      const failure = await failureOf(model.complete(asking('hello', more), NEVER));
      expect(failure.kind).toBe('timeout');
      expect(server.seen).toHaveLength(1);
      await server.seen[0]?.closed;
    });
  });

  it('waits on for a stream that is slow but alive', async () => {
    const server = await served({ scenario: 'slow', paceMs: 100 });
    const { texts, more } = listening('streamed');
    const done = await modelAt(endpointAt(server, format, { timeoutMs: 450 })).complete(asking('hello', more), NEVER);
    expect(done.text).toBe(ANSWER);
    expect(texts.length).toBeGreaterThan(1);
  });

  it('reports an error that comes in the middle of a stream', async () => {
    const server = await served({ scenario: 'streamerror' });
    const { texts, more } = listening('streamed');
    const model = modelAt(endpointAt(server, format, { maxRetries: 2 }));
    const failure = await failureOf(model.complete(asking('hello', more), NEVER));
    expect(failure).toMatchObject({ kind: 'server', detail: 'Overloaded in the middle.' });
    expect(texts.length).toBeGreaterThan(0);
    // Part of the answer is out: it is not said twice.
    expect(server.seen).toHaveLength(1);
  });

  it('sends the key as the format wants it, and nothing of the SDK', async () => {
    const server = await served();
    await modelAt(endpointAt(server, format)).complete(asking('hello'), NEVER);
    const headers = server.seen[0]?.headers ?? {};
    const sent = [headers.authorization, headers['x-api-key'], headers['x-goog-api-key']].filter(Boolean);
    expect(sent).toEqual([format.startsWith('openai') ? `Bearer ${KEY}` : KEY]);
    expect(headers['user-agent']).toBe('environment-runtime');
  });

  it('is called without a key where there is none', async () => {
    const server = await served();
    await modelAt(endpointAt(server, format, { key: null })).complete(asking('hello'), NEVER);
    const headers = server.seen[0]?.headers ?? {};
    expect([headers.authorization, headers['x-api-key'], headers['x-goog-api-key']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('sends what the endpoint adds: address, headers, user agent, body, effort', async () => {
    const server = await served();
    const whole: Readonly<Record<(typeof FORMATS)[number], string>> = {
      openai_chat: '/gate/chat/completions?version=1',
      openai_responses: '/gate/responses?version=1',
      anthropic: '/gate/messages?version=1',
      gemini_native: '/gate/models/mock-text:generateContent?version=1',
    };
    const endpoint = endpointAt(server, format, {
      baseUrl: `${server.origin}${whole[format]}`,
      isFullUrl: true,
      headers: { 'X-Team': 'blue', authorization: 'Basic eA==' },
      userAgent: 'team/1.0',
      body: { extra: { a: 1 }, temperature: null },
      temperature: 0.5,
    });
    await modelAt(endpoint).complete(asking('hello', { reasoningEffort: 'high' }), NEVER);
    const [seen] = server.seen;
    expect(seen?.path).toBe(whole[format]);
    expect(seen?.headers).toMatchObject({ 'x-team': 'blue', authorization: 'Basic eA==', 'user-agent': 'team/1.0' });
    expect(seen?.body).toMatchObject({ extra: { a: 1 } });
    expect(seen?.body).not.toHaveProperty('temperature');
    expect(JSON.stringify(seen?.body)).toContain('"high"');
  });

  it('sends the limits it is given', async () => {
    const server = await served();
    const model = modelAt(endpointAt(server, format, { maxTokens: 77, temperature: 0.25 }));
    await model.complete(asking('hello'), NEVER);
    await model.complete(asking('hello', { maxTokens: 11 }), NEVER);
    const [first, second] = server.seen.map(({ body }) => JSON.stringify(body));
    expect(first).toContain('77');
    expect(first).toContain('0.25');
    expect(second).toContain('11');
  });
});
