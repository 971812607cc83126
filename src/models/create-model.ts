import { setTimeout as delay } from 'node:timers/promises';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelConfig } from '../config/config.js';
import type { TryFailure } from './classify.js';
import { startClock } from './clock.js';
import { endpointOf, type ModelEndpoint } from './endpoint.js';
import { ModelFailedError, type ModelFailureKind } from './failure.js';
import { FORMATS } from './formats.js';
import type { Ledger } from './ledger.js';
import { masked } from './mask.js';
import type { Completion, LanguageModel, ModelCall, ModelUsage } from './model.js';
import { promptOf } from './prompt.js';
import { type Exchange, fetchFor } from './request.js';
import { waitBefore } from './retry-after.js';
import { added, NO_USAGE, usageOf } from './usage.js';

/** A try failed and is made again. */
export interface Retry {
  readonly kind: ModelFailureKind;
  readonly status: number | null;
  /** Tries made so far. */
  readonly tries: number;
  readonly waitMs: number;
}

export interface ModelOptions {
  readonly ledger?: Ledger;
  readonly onRetry?: (retry: Retry) => void;
}

/** The model of a provider of graph.yaml; without `provider`, of the one in use. Nothing is read, loaded or called until the first call. */
export function createModel(
  config: ModelConfig,
  env: NodeJS.ProcessEnv,
  options: ModelOptions & { readonly provider?: string } = {},
): LanguageModel {
  return modelAt(endpointOf(config, env, options.provider), options);
}

/** The model at an endpoint. */
export function modelAt(endpoint: ModelEndpoint, { ledger, onRetry }: ModelOptions = {}): LanguageModel {
  const { provider, name } = endpoint;
  const complete = async (call: ModelCall, signal: AbortSignal): Promise<Completion> => {
    const started = performance.now();
    const account: Account = { tries: 0, usage: NO_USAGE };
    const enter = async (outcome: 'ok' | ModelFailureKind): Promise<number> => {
      const ms = performance.now() - started;
      await ledger?.({ provider, model: name, ...account.usage, ms, outcome, at: new Date() });
      return ms;
    };
    try {
      const answer = await tried(endpoint, call, signal, account, onRetry);
      return { ...answer, usage: account.usage, tries: account.tries, ms: await enter('ok') };
    } catch (error) {
      if (error instanceof ModelFailedError) await enter(error.kind);
      throw error;
    }
  };
  return { provider, name, complete };
}

interface Account {
  tries: number;
  usage: ModelUsage;
}

type Answered = Pick<Completion, 'text' | 'toolCalls' | 'finishReason'>;

async function tried(
  endpoint: ModelEndpoint,
  call: ModelCall,
  signal: AbortSignal,
  account: Account,
  onRetry: ModelOptions['onRetry'],
): Promise<Answered> {
  const failed = (kind: ModelFailureKind, status: number | null, detail: string): ModelFailedError => {
    const secrets = [endpoint.key ?? '', ...(endpoint.secrets ?? [])];
    const { provider, name: model } = endpoint;
    return new ModelFailedError({
      kind,
      provider,
      model,
      status,
      detail: masked(detail, secrets),
      tries: account.tries,
    });
  };
  if (signal.aborted) throw failed('cancelled', null, '');
  if (isKeyMissing(endpoint)) throw failed('auth', null, `${endpoint.keyVariable} is not set`);
  for (;;) {
    account.tries += 1;
    const exchange: Exchange = { status: null, headers: null, broken: false };
    const result = await request(endpoint, call, signal, exchange);
    account.usage = added(account.usage, result.usage);
    if (result.answer !== null) return result.answer;
    const { kind, detail, again } = result.failure;
    const waitMs = waitBefore(account.tries, exchange.headers, new Date());
    if (!again || account.tries > endpoint.maxRetries || waitMs > endpoint.timeoutMs) {
      throw failed(kind, exchange.status, detail);
    }
    onRetry?.({ kind, status: exchange.status, tries: account.tries, waitMs });
    await delay(waitMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw failed('cancelled', null, '');
  }
}

type Outcome = { readonly usage: ModelUsage } & (
  | { readonly answer: Answered }
  | { readonly answer: null; readonly failure: TryFailure }
);

async function request(
  endpoint: ModelEndpoint,
  call: ModelCall,
  caller: AbortSignal,
  exchange: Exchange,
): Promise<Outcome> {
  const format = FORMATS[endpoint.format];
  const isStreamed = call.onText !== undefined || call.onThinking !== undefined;
  const clock = startClock(endpoint.timeoutMs, caller);
  const [{ oneTry, UnfinishedError }, { classify }] = await Promise.all([
    import('./one-try.js'),
    import('./classify.js'),
  ]);
  const fetch = fetchFor(endpoint, call.reasoningEffort ?? endpoint.reasoningEffort, exchange, () => {
    if (isStreamed) clock.heard();
  });
  try {
    const model: LanguageModelV3 = await format.load({ baseURL: endpoint.baseUrl, name: endpoint.name, fetch });
    const maxTokens = call.maxTokens ?? endpoint.maxTokens;
    const temperature = call.temperature ?? endpoint.temperature;
    const { usage, finishReason, ...answer } = await oneTry(model, call, {
      ...promptOf(call),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(temperature !== undefined && { temperature }),
      providerOptions: format.options,
      abortSignal: clock.signal,
    });
    return {
      answer: { ...answer, finishReason: finishReason.unified },
      usage: usage === null ? NO_USAGE : usageOf(usage, format.usage),
    };
  } catch (error) {
    const reported = error instanceof UnfinishedError ? error.usage : null;
    const usage = reported === null ? NO_USAGE : usageOf(reported, format.usage);
    return { answer: null, usage, failure: failureOf(error) };
  } finally {
    clock.stop();
  }

  function failureOf(error: unknown): TryFailure {
    if (caller.aborted) return { kind: 'cancelled', detail: '', again: false };
    if (clock.late()) return { kind: 'timeout', detail: `${endpoint.timeoutMs / 1_000} s`, again: false };
    return classify(error, exchange);
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** A server on this machine may well want no key. */
function isKeyMissing({ key, keyVariable, baseUrl, headers }: ModelEndpoint): boolean {
  if (key !== null || keyVariable === undefined || headers !== undefined) return false;
  return !LOOPBACK.test(new URL(baseUrl).hostname);
}
