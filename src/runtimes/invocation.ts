import type { StopReport } from '../processes/stop.js';
import type { ResolvedChannel } from './channel.js';
import type { ApprovalRequest, RunExit, SessionSnapshot, StopReason } from './driver.js';
import type { RuntimeEvent, Usage } from './events.js';
import type { RuntimeFailure } from './failure.js';
import type { RuntimeRequest } from './request.js';
import type { EndStatus } from './terminal.js';

/** What was asked, with everything it needs looked up by the caller: nothing is looked up here, and nothing is replaced by a default. */
export interface InvokeCall {
  readonly request: RuntimeRequest;
  /** The request's channel, its references read. */
  readonly channel: ResolvedChannel;
  /** The revision of the request's agent; null where it is not known. */
  readonly agentRevision: number | null;
  /** What the environment of the back-end is derived from. */
  readonly env: NodeJS.ProcessEnv;
  /**
   * Each event once it is on record, the terminal one last and exactly once. An answer's text is whole but for the channel's own secret
   * values; everything else is redacted as it is stored. Must not throw.
   */
  readonly onEvent?: (event: RuntimeEvent) => void;
}

export interface SessionOfInvocation {
  readonly id: string;
  readonly relation: 'created' | 'continued';
}

/** How it ended, as it is stored. */
export interface InvocationResult {
  readonly invocationId: string;
  readonly status: EndStatus;
  /** The whole answer; null unless completed. */
  readonly content: string | null;
  /** The session the back-end reported last; null where it reported none. */
  readonly session: SessionOfInvocation | null;
  readonly usage: Usage | null;
  /** Null when completed. */
  readonly error: RuntimeFailure | null;
}

/** What was started for a request. */
export interface Invocation {
  readonly id: string;
  /** Resolves once with what is stored, never rejects. The back-end's process may still be ending: see `gone`. */
  readonly result: Promise<InvocationResult>;
  /** Resolves when nothing of it is there any more and its scratch folder is removed: how the process ended. Never rejects. */
  readonly gone: Promise<RunExit>;
  /** At any time, more than once; the first reason counts. Resolves when everything of it is gone, or with what is not. */
  stop(reason: Exclude<StopReason, 'recording_failed'>): Promise<StopReport>;
}

/** Who asks for an approval. */
export interface ApprovalContext {
  readonly invocationId: string;
  /** The job that carries it. */
  readonly runId: string | null;
  readonly channel: ResolvedChannel;
  readonly workDir: string;
  /** Aborted when the invocation is stopped: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Answers what a back-end asks. A rejection counts as denied. */
export type Approve = (context: ApprovalContext, request: ApprovalRequest) => Promise<'approved' | 'denied'>;

/** A conversation with one back-end process that stays between its turns. */
export interface ConverseCall extends Omit<InvokeCall, 'request' | 'onEvent'> {
  /** `executionMode` is interactive. Limits are those of each turn. */
  readonly request: Omit<RuntimeRequest, 'prompt' | 'signal'>;
  /** After so long without a turn the process is ended; the next turn continues the session with another. */
  readonly idleDetachMs: number;
}

export interface TurnOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RuntimeEvent) => void;
}

export interface LiveConversation {
  /** One invocation a turn. Turns run one at a time, in order; resolves when this one has begun. Rejects as `invoke` does. */
  send(prompt: string, options?: TurnOptions): Promise<Invocation>;
  /** Ends the running turn without waiting for the queue; null where none runs. */
  interrupt(): Promise<StopReport | null>;
  /** Ends the process once no turn runs or waits. The conversation can go on with `send`. */
  detach(): Promise<void>;
  /** `queued`: turns that have not begun. */
  snapshot(): SessionSnapshot;
}
