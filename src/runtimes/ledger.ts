import type { ProcessId } from '../processes/identity.js';
import type { RuntimeId } from './catalog.js';
import type { ConversationEnvelope } from './conversation.js';
import type { Usage } from './events.js';
import type { RuntimeFailure } from './failure.js';
import type { RuntimeRequest } from './request.js';
import type { EndStatus, InvocationStatus } from './terminal.js';

/** What is stored before anything is started. */
export interface Beginning {
  readonly id: string;
  readonly request: Omit<RuntimeRequest, 'prompt' | 'signal'>;
  readonly agentRevision: number | null;
  /** The session to continue. */
  readonly requestedSession: string | null;
  readonly eventsPath: string;
  readonly at: Date;
}

export interface Binding {
  readonly invocationId: string;
  readonly runtimeId: RuntimeId;
  readonly channelId: string;
  readonly agentId: string;
  readonly workDir: string;
  readonly sessionId: string;
  readonly turnId: string | null;
  readonly relation: 'created' | 'continued';
  /** Null where the session cannot be continued. */
  readonly conversation: ConversationEnvelope | null;
  readonly at: Date;
}

export interface End {
  readonly status: EndStatus;
  /** Redacted and cut. */
  readonly error: RuntimeFailure | null;
  readonly usage: Usage | null;
  /** The session that was really continued. */
  readonly verified: { readonly runtimeId: RuntimeId; readonly sessionId: string } | null;
  /** The requested session was deleted. */
  readonly removed: boolean;
  readonly at: Date;
}

/** The durable side of a recorder. Each call resolves when what it says is on disk, and rejects when it is not. */
export interface Ledger {
  /** In one transaction: no other pending invocation writes the session, and this one is pending. Rejects with SessionBusyError. */
  begin(beginning: Beginning): Promise<void>;
  launched(id: string, process: ProcessId, at: Date): Promise<void>;
  /** Rejects with SessionBusyError where another pending invocation writes that session; the binding is stored all the same. */
  bind(binding: Binding): Promise<void>;
  /** The earliest end wins: resolves with the status that is stored. */
  finish(id: string, end: End): Promise<InvocationStatus>;
}
