import type { RuntimeFailure } from './failure.js';

/** Tokens as the back-end reported them. A missing number is null, never 0. */
export interface Usage {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cached_tokens: number | null;
}

/** What a back-end does while it works, in one vocabulary for all of them. Exactly one terminal event comes last. */
export type RuntimeEvent =
  /** An id the back-end itself reported. `state`: what else is needed to continue that session. */
  | {
      readonly type: 'session';
      readonly sessionId: string;
      readonly turnId?: string;
      readonly state?: Readonly<Record<string, string>>;
    }
  /** The next piece of the answer: a delta or a whole block. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** Anything worth showing that is none of the others: a retry, a denied tool, a warning. */
  | { readonly type: 'status'; readonly status: string; readonly detail?: string }
  | { readonly type: 'tool_call'; readonly callId: string; readonly tool: string; readonly input: unknown }
  | { readonly type: 'tool_result'; readonly callId: string; readonly ok: boolean; readonly output: string }
  /** What this invocation has used so far, earlier turns of the session not counted: the last such event counts. */
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'approval_request';
      readonly requestId: string;
      readonly tool: string;
      readonly argv: readonly string[] | string | null;
      readonly cwd: string | null;
    }
  | { readonly type: 'user_input_request'; readonly requestId: string; readonly question: string }
  /** A line that was no event. */
  | { readonly type: 'raw'; readonly source: 'stdout' | 'stderr'; readonly text: string }
  | TerminalEvent;

export type TerminalEvent =
  | { readonly type: 'completed'; readonly content: string }
  | { readonly type: 'failed'; readonly error: RuntimeFailure };

export function isTerminal(event: RuntimeEvent): event is TerminalEvent {
  return event.type === 'completed' || event.type === 'failed';
}
