import type { RuntimeId } from './catalog.js';
import type { ConversationEnvelope } from './conversation.js';

export const SURFACES = ['chat', 'task', 'workflow', 'channel-test', 'cleanup'] as const;
export type Surface = (typeof SURFACES)[number];

export const EXECUTION_MODES = ['oneshot', 'interactive'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

export const CONTINUATION_POLICIES = ['fresh', 'resume-preferred', 'resume-required'] as const;
export type ContinuationPolicy = (typeof CONTINUATION_POLICIES)[number];

/** The task that an invocation is made for; absent fields where there is none. */
export interface OwnerReference {
  readonly environment?: string;
  readonly round_id?: number;
  readonly task_id?: number;
  readonly run_id?: string;
}

/** What is asked. What is started for it is an invocation; what the back-end calls it is a native session. */
export interface RuntimeRequest {
  readonly agentId: string;
  readonly channelId: string;
  readonly runtimeId: RuntimeId;
  readonly surface: Surface;
  readonly executionMode: ExecutionMode;
  readonly continuationPolicy: ContinuationPolicy;
  readonly runtimeConversation?: ConversationEnvelope;
  /** Absent: the back-end's own configuration decides. */
  readonly model?: string;
  readonly reasoningEffort?: string;
  readonly prompt: string;
  /** Absolute. */
  readonly workDir: string;
  readonly developerInstructions?: string;
  readonly limits: { readonly wallMs: number; readonly idleMs: number };
  readonly signal?: AbortSignal;
  readonly invocation: { readonly surface: Surface; readonly role?: string; readonly ownerReference?: OwnerReference };
}
