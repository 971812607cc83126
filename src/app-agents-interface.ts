import type { RuntimeEvent, Usage } from './runtimes/events.js';
import type { RuntimeFailure } from './runtimes/failure.js';
import type { OwnerReference } from './runtimes/request.js';
import type { AgentRecord, AgentRevision } from './runtimes/records/agents.js';
import type { ChannelRecord } from './runtimes/records/channels.js';

/** A back-end as it is here. */
export interface RuntimeListing {
  readonly runtime_id: string;
  readonly label: string;
  /** The program that would be started; null where none was found, or none is needed. */
  readonly executable: string | null;
  /** The variable that names another program; null where there is none. */
  readonly override: string | null;
  readonly detected: boolean;
  readonly version: string | null;
  /** Why it is not detected, or says no version; null where nothing is wrong. */
  readonly problem: { readonly en: string; readonly zh: string } | null;
  readonly channels: number;
  /** What its driver declares; null where this version has none. */
  readonly supports: RuntimeSupport | null;
}

export interface RuntimeSupport {
  readonly surfaces: readonly { readonly surface: string; readonly mode: string; readonly policies: readonly string[] }[];
  readonly channel_fields: readonly string[];
}

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

export interface InvocationListing {
  readonly id: string;
  readonly surface: string;
  readonly agent_id: string;
  readonly channel_id: string;
  readonly runtime_id: string;
  readonly status: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly run_id: string | null;
  readonly work_dir: string;
  readonly session_id: string | null;
  readonly error: RuntimeFailure | null;
}

export interface InvocationShown extends InvocationListing {
  readonly role: string | null;
  readonly owner: OwnerReference | null;
  readonly agent_revision: number | null;
  readonly mode: string;
  readonly policy: string;
  readonly launched_at: string | null;
  readonly pid: number | null;
  readonly outcome: string | null;
  readonly usage: Usage | null;
  /** Null where it did not complete, or its files are gone. */
  readonly content: string | null;
  readonly events_path: string;
  readonly sessions: readonly {
    readonly session_id: string;
    readonly turn_id: string | null;
    readonly relation: string;
    readonly bound_at: string;
  }[];
  readonly approvals: readonly ApprovalListing[];
}

export interface SessionListing {
  readonly runtime_id: string;
  readonly session_id: string;
  readonly agent_id: string;
  readonly channel_id: string;
  readonly work_dir: string;
  readonly created_at: string;
  readonly used_at: string;
  /** When it was last really continued; null: only recorded. */
  readonly verified_at: string | null;
  readonly last_invocation_id: string;
  readonly can_be_continued: boolean;
}

export interface SessionDeleted {
  readonly runtime_id: string;
  readonly session_id: string;
  /** `deleted`: the back-end removed it, too. `kept`: it has no way to; what it stores is its own. */
  readonly back_end: 'deleted' | 'kept';
}

export interface ApprovalListing {
  readonly id: string;
  readonly invocation_id: string;
  readonly run_id: string | null;
  /** The back-end's own id of the request. */
  readonly request_id: string;
  readonly tool: string;
  /** An argv, the text the back-end gave, or null where the tool runs no command. Redacted. */
  readonly argv: readonly string[] | string | null;
  readonly cwd: string | null;
  readonly writes: readonly string[];
  readonly digest: string;
  readonly requested_at: string;
  readonly expires_at: string;
  /** `waiting` is the only one that can be answered. */
  readonly state: 'waiting' | 'approved' | 'denied' | 'expired';
  readonly decided_at: string | null;
  readonly by: string | null;
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
    /** From the configuration of a command line's own. */
    import(runtime: string): Promise<ChannelRecord[]>;
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
    delete(id: string, runtime?: string): Promise<SessionDeleted>;
  };
  readonly approvals: {
    /** Those that wait, oldest first; `all`: the newest ones, answered or not. */
    list(which?: 'waiting' | 'all'): Promise<ApprovalListing[]>;
    /** As the user of the operating system. Refused from a process that an agent started. */
    approve(id: string): Promise<ApprovalListing>;
    deny(id: string): Promise<ApprovalListing>;
  };
}
