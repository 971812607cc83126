import type { RuntimeId } from './runtimes/catalog.js';
import type { DeletedSession } from './runtimes/delete-session.js';
import type { RuntimeEvent, Usage } from './runtimes/events.js';
import type { RuntimeFailure } from './runtimes/failure.js';
import type { AgentRecord, AgentRevision } from './runtimes/records/agents.js';
import type { ChannelRecord } from './runtimes/records/channels.js';
import type { ImportedChannels } from './runtimes/records/import/import-channels.js';
import type { ApprovalListing } from './runtimes/shown/approvals.js';
import type { InvocationListing, InvocationShown } from './runtimes/shown/invocations.js';
import type { RuntimeListing } from './runtimes/shown/runtimes.js';
import type { SessionListing } from './runtimes/shown/sessions.js';

export interface InvokeRequest {
  /** Absent: refused, with those there are. None is ever chosen silently. */
  readonly agent?: string;
  readonly prompt: string;
  /** Continue a session, by its own id or by an invocation that had it. */
  readonly resume?: string;
  /** Fail where it cannot be continued, rather than begin a new one. */
  readonly require_resume?: boolean;
  /** Default: the folder of the session that is continued, else the working directory. */
  readonly work_dir?: string;
  /** Seconds until it is ended. Default: an hour. */
  readonly timeout_sec?: number;
  /** It is on record and about to be started. */
  readonly onStart?: (invocation_id: string) => void;
  readonly onEvent?: (event: RuntimeEvent) => void;
  /** Stops the run; the result comes when everything of it is gone. */
  readonly signal?: AbortSignal;
}

/** How a call of an agent ended, as it is stored. */
export interface InvokeResult {
  readonly invocation_id: string;
  readonly status: 'completed' | 'failed' | 'cancelled' | 'timed_out';
  readonly content: string | null;
  readonly session: { readonly id: string; readonly relation: 'created' | 'continued' } | null;
  readonly usage: Usage | null;
  readonly error: RuntimeFailure | null;
}

export interface ChannelTested {
  readonly channel_id: string;
  readonly outcome: 'ok' | 'failed';
  readonly invocation_id: string;
  readonly content: string | null;
  readonly error: RuntimeFailure | null;
}

/** External agents: how they are executed, who they are, what they did. What is named and not there is an error; nothing takes its place. */
export interface AgentFaces {
  /** Every back-end: whether it is here, and what it supports. Starts `--version` of each that is found. */
  runtimes(): Promise<RuntimeListing[]>;
  readonly channels: {
    list(): Promise<ChannelRecord[]>;
    show(id: string): Promise<ChannelRecord>;
    /** The JSON of one channel. Its managed agent is made with it. */
    add(given: unknown): Promise<ChannelRecord>;
    /** The fields to change; null takes one away. It has not been tested after that. */
    edit(id: string, patch: unknown): Promise<ChannelRecord>;
    /** A short run of the back-end through the channel. */
    test(id: string, options?: { readonly signal?: AbortSignal }): Promise<ChannelTested>;
    /** `with-managed`: also where its managed agent was edited, as long as nothing else needs that one. */
    remove(id: string, how?: 'alone' | 'with-managed'): Promise<void>;
    /** From the configuration of a command line's own, which is only read. */
    import(runtime: RuntimeId): Promise<ImportedChannels>;
  };
  readonly agents: {
    list(): Promise<AgentRecord[]>;
    show(id: string): Promise<AgentRecord & { readonly revisions: readonly AgentRevision[] }>;
    add(given: unknown): Promise<AgentRecord>;
    edit(id: string, patch: unknown): Promise<AgentRecord>;
    remove(id: string): Promise<void>;
  };
  /** One call of an agent. Throws where nothing could be started; after that everything is in the result. */
  invoke(request: InvokeRequest): Promise<InvokeResult>;
  readonly invocations: {
    /** The newest, newest first. */
    list(limit?: number): Promise<InvocationListing[]>;
    show(id: string): Promise<InvocationShown>;
    /** What it reported so far: JSON lines as they are stored. */
    events(id: string): AsyncIterable<string>;
  };
  readonly sessions: {
    list(limit?: number): Promise<SessionListing[]>;
    /** By its own id; `runtime` where two back-ends have one of that id. */
    delete(id: string, runtime?: string): Promise<DeletedSession>;
  };
  readonly approvals: {
    /** Those that wait, oldest first; `all`: the newest ones, answered or not. */
    list(which?: 'waiting' | 'all'): Promise<ApprovalListing[]>;
    /** As the user of the operating system. Refused from a process that an agent started. */
    approve(id: string): Promise<ApprovalListing>;
    deny(id: string): Promise<ApprovalListing>;
  };
}
