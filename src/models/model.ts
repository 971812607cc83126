/** One message of a conversation with a language model. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly tool: string; readonly output: string };

export interface ToolCall {
  readonly callId: string;
  readonly tool: string;
  /** What its JSON says; the text itself where that is no JSON. */
  readonly input: unknown;
  /** What the provider wants to see again with this call (Gemini's thought signature): given back as it came. */
  readonly opaque?: unknown;
}

export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ModelCall {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ToolOffer[];
  /** Default: the provider's configuration. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly reasoningEffort?: string;
  /** Each piece as it arrives. Without it nothing is streamed. */
  readonly onText?: (delta: string) => void;
  readonly onThinking?: (delta: string) => void;
}

/** As the provider reported it; a number it did not report is null. Failed tries that reported usage are counted in. */
export interface ModelUsage {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cached_tokens: number | null;
}

export interface Completion {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** Why it ended, in the SDK's words: stop, length, tool-calls, content-filter, other. */
  readonly finishReason: string;
  readonly usage: ModelUsage;
  /** How many requests were made, retries included. */
  readonly tries: number;
  readonly ms: number;
}

/**
 * A language model. Retries what may be retried (429 and 5xx, honouring Retry-After, and a connection that broke before the first byte)
 * within its provider's limits. Throws ModelFailedError (with its kind: auth, rate_limit, quota, context, server, malformed, network,
 * timeout, cancelled, refused) and nothing else, but for an error of the ledger, which is passed on as it is.
 */
export interface LanguageModel {
  readonly provider: string;
  readonly name: string;
  complete(call: ModelCall, signal: AbortSignal): Promise<Completion>;
}
