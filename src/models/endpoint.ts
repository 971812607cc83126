import type { ModelConfig, ModelFormat } from '../config/config.js';

/** Where and how one model is called: everything that a call needs, in memory only, since it holds the key. */
export interface ModelEndpoint {
  /** What it is called in messages and in the ledger. */
  readonly provider: string;
  /** The model's name as the provider knows it. */
  readonly name: string;
  readonly format: ModelFormat;
  /** Of the API, without the path of a call; with `isFullUrl` the whole address. */
  readonly baseUrl: string;
  readonly isFullUrl?: boolean;
  /** Null: none is sent. */
  readonly key: string | null;
  /** The variable that ought to hold the key: a remote endpoint is not called without it. */
  readonly keyVariable?: string;
  /** Win over everything that is sent otherwise. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Merged into the body of each request as RFC 7396 says: null removes, objects are merged. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly userAgent?: string;
  /** Absent: the provider decides. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly reasoningEffort?: string;
  /** Of one request: until the whole answer where nothing is streamed, else without a byte. Also the longest Retry-After that is waited for. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** Values that no message may show, beside the key. */
  readonly secrets?: readonly string[];
}

/** The endpoint of a provider of graph.yaml. `provider` must be one of its ids. The key is read from its variable. */
export function endpointOf(config: ModelConfig, env: NodeJS.ProcessEnv, provider = config.provider): ModelEndpoint {
  const given = config.providers[provider];
  if (given === undefined) throw new TypeError(`no model provider ${provider}`);
  const variable = given.api_key_env;
  return {
    provider,
    name: given.name,
    format: given.format,
    baseUrl: given.base_url,
    key: (variable !== null && env[variable]) || null,
    ...(variable !== null && { keyVariable: variable }),
    maxTokens: given.max_tokens ?? config.max_tokens,
    temperature: config.temperature,
    timeoutMs: (given.request_timeout_sec ?? config.request_timeout_sec) * 1_000,
    maxRetries: config.max_retries,
  };
}
