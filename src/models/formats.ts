import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ModelFormat } from '../config/config.js';

/** The SDK's `fetch`. */
export type Fetch = typeof globalThis.fetch;

export interface FormatAccess {
  readonly baseURL: string;
  readonly name: string;
  readonly fetch: Fetch;
}

/** What differs from format to format. */
export interface Format {
  /** The header that carries the key. */
  readonly auth: (key: string) => readonly [string, string];
  /** The part of the body that asks for a reasoning effort. */
  readonly effort: (effort: string) => Readonly<Record<string, unknown>>;
  /** Where the provider's own usage has its numbers; a dot leads into an object. */
  readonly usage: { readonly input: string; readonly output: string; readonly cached: string };
  /** The SDK's options for it. */
  readonly options: Readonly<Record<string, Record<string, string | boolean>>>;
  /** The SDK's model; it is loaded only here. It sends a key of its own, which `fetch` takes away again. */
  readonly load: (access: FormatAccess) => Promise<LanguageModelV3>;
}

const NO_KEY = 'none';
const bearer = (key: string) => ['authorization', `Bearer ${key}`] as const;

const chat: Format = {
  auth: bearer,
  effort: (effort) => ({ reasoning_effort: effort }),
  usage: { input: 'prompt_tokens', output: 'completion_tokens', cached: 'prompt_tokens_details.cached_tokens' },
  options: {},
  load: async ({ name, ...access }) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ ...access, name: 'provider', includeUsage: true }).chatModel(name);
  },
};

export const FORMATS: Readonly<Record<ModelFormat, Format>> = {
  openai: chat,
  openai_chat: chat,
  openai_responses: {
    auth: bearer,
    effort: (effort) => ({ reasoning: { effort } }),
    usage: { input: 'input_tokens', output: 'output_tokens', cached: 'input_tokens_details.cached_tokens' },
    // Every call brings its whole conversation: nothing need stay at the provider.
    options: { openai: { store: false } },
    load: async ({ name, ...access }) => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ ...access, apiKey: NO_KEY }).responses(name);
    },
  },
  anthropic: {
    auth: (key) => ['x-api-key', key],
    effort: (effort) => ({ output_config: { effort } }),
    usage: { input: 'input_tokens', output: 'output_tokens', cached: 'cache_read_input_tokens' },
    options: {},
    load: async ({ name, ...access }) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ ...access, apiKey: NO_KEY })(name);
    },
  },
  gemini_native: {
    auth: (key) => ['x-goog-api-key', key],
    effort: (effort) => ({ generationConfig: { thinkingConfig: { thinkingLevel: effort } } }),
    usage: { input: 'promptTokenCount', output: 'candidatesTokenCount', cached: 'cachedContentTokenCount' },
    options: {},
    load: async ({ name, ...access }) => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ ...access, apiKey: NO_KEY })(name);
    },
  },
};
