import type { Said } from '../errors/said.js';
import type { ProcessId } from '../processes/identity.js';
import type { StopReport } from '../processes/stop.js';
import type { RuntimeId } from './catalog.js';
import type { Channel, ChannelField, ResolvedChannel } from './channel.js';
import type { ConversationState, StateCodec } from './conversation.js';
import type { RuntimeEvent } from './events.js';
import type { RuntimeFailure } from './failure.js';
import type { ContinuationPolicy, ExecutionMode, Surface } from './request.js';

/** What is supported: which continuation policies, on which surface, in which mode. */
export type Surfaces = Partial<Record<Surface, Partial<Record<ExecutionMode, readonly ContinuationPolicy[]>>>>;

export type StopReason = 'cancelled' | 'wall_limit' | 'idle_limit' | 'shutdown' | 'recording_failed';

/** What a driver is called with, once the invocation is on record. */
export interface DriverCall {
  /** In the environment of everything that is started, as `ER_INVOCATION_ID`. */
  readonly invocationId: string;
  readonly channel: ResolvedChannel;
  readonly surface: Surface;
  readonly policy: ContinuationPolicy;
  /** The session to continue; null for a new one. */
  readonly conversation: ConversationState | null;
  readonly model: string | null;
  readonly reasoningEffort: string | null;
  readonly prompt: string;
  readonly workDir: string;
  readonly developerInstructions: string | null;
  /** A folder of this invocation alone (0700), removed after it. */
  readonly scratchDir: string;
  /** The environment to start from: `childEnvironment` derives the child's. */
  readonly env: NodeJS.ProcessEnv;
  /** Asks whether the back-end may do something. Never rejects: what cannot be asked is denied. */
  approve(request: ApprovalRequest): Promise<'approved' | 'denied'>;
}

export interface ApprovalRequest {
  readonly requestId: string;
  readonly tool: string;
  /** The command line as the back-end gave it; null where the tool runs none. */
  readonly argv: readonly string[] | string | null;
  readonly cwd: string | null;
  /** Files it would write, absolute; empty where unknown or none. */
  readonly writes: readonly string[];
  /** Everything else that was asked, for the digest. */
  readonly input: unknown;
}

/** How a run ended, apart from what the back-end said. */
export type RunExit =
  /** A process ended. `ours`: by a stop of ours. `left`: what had to be ended after it. */
  | {
      readonly kind: 'exited';
      readonly code: number | null;
      readonly signal: string | null;
      readonly ours: boolean;
      readonly left: StopReport | null;
    }
  | { readonly kind: 'not_started'; readonly error: RuntimeFailure }
  /** No process was involved. */
  | { readonly kind: 'settled' };

export interface OneShotRun {
  /** Null when it could not be started, or where there is no process. */
  readonly launched: Promise<ProcessId | null>;
  /** Consumed once. Ends after the terminal event, or when nothing more can come. Never throws. */
  readonly events: AsyncIterable<RuntimeEvent>;
  /** Resolves once, never rejects: when nothing of the run is there any more, or a stop has failed. */
  readonly exit: Promise<RunExit>;
  /** At any time, more than once: all calls share one result. The first reason counts. Never rejects: see `confirmed`. */
  stop(reason: StopReason): Promise<StopReport>;
}

export interface SessionSnapshot {
  readonly state: 'idle' | 'busy' | 'detached';
  /** As the back-end reported it; null before. */
  readonly sessionId: string | null;
  readonly process: ProcessId | null;
  /** Prompts that wait for the running one. */
  readonly queued: number;
}

/** A turn of an interactive session: what a one-shot is, but that the session outlives it. */
export type Turn = Pick<OneShotRun, 'events'> & {
  /** Resolves when the turn has ended. A session that died with it: how. */
  readonly exit: Promise<RunExit>;
};

/** What differs from turn to turn. */
export type TurnCall = Pick<DriverCall, 'invocationId' | 'prompt' | 'approve'>;

/** Several turns with one back-end process. Prompts run one at a time, in order. */
export interface InteractiveSession {
  readonly launched: Promise<ProcessId | null>;
  send(turn: TurnCall): Turn;
  /** Ends the running turn and does not wait for the queue. Everything is gone or stays usable: what the protocol says. */
  interrupt(reason: StopReason): Promise<StopReport>;
  /** Ends the process; the session can be continued by another. More than once is once. */
  detach(): Promise<StopReport>;
  snapshot(): SessionSnapshot;
}

export interface SessionTarget {
  readonly invocationId: string;
  readonly channel: ResolvedChannel;
  readonly conversation: ConversationState;
  readonly scratchDir: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * One back-end. It declares what it can do as data and offers only what it declares; the registry refuses a declaration without its
 * method. It never throws for what a back-end does: failures are events.
 */
export interface RuntimeDriver {
  readonly runtimeId: RuntimeId;
  readonly surfaces: Surfaces;
  readonly codec?: StateCodec;
  /** The channel fields it honours. Any other is refused when a channel is saved. */
  readonly channelFields: readonly ChannelField[];
  /** What is wrong with a channel beyond its fields, in words; null where nothing is. */
  checkChannel?(channel: Channel): Said | null;
  createOneShot?(call: DriverCall): OneShotRun;
  createInteractive?(call: DriverCall): InteractiveSession;
  /** A short run that shows whether the channel works. */
  testChannel?(call: DriverCall): OneShotRun;
  /** Removes a session of the back-end; resolves with what failed, or null. */
  deleteSession?(target: SessionTarget): Promise<RuntimeFailure | null>;
  /** Ends everything it started and refuses new starts. */
  shutdown(): Promise<void>;
}
