/** The rows of external agents. As in schema.ts: wire names, JSON as text, ISO 8601 times. No secret, argv or environment is ever a column. */

export interface ChannelRow {
  id: string;
  runtime_id: string;
  /** JSON of the Channel; of its secret values only the names and the references. */
  body: string;
  /** Name of the 0600 file that holds its secret values; null where it has none. */
  secrets_file: string | null;
  created_at: string;
  updated_at: string;
  /** When its last test ended; null: saved, never tested as it is now. */
  tested_at: string | null;
  /** The invocation of that test. */
  test_invocation_id: string | null;
  /** ok, failed. */
  test_outcome: string | null;
  /** When its last invocation other than a test ended. */
  last_run_at: string | null;
  last_run_status: string | null;
}

export interface AgentRow {
  id: string;
  channel_id: string;
  /** The channel's; it never changes. */
  runtime_id: string;
  /** JSON of the Agent at its newest revision. */
  body: string;
  /** 1: made with its channel and never edited. */
  managed: number;
  /** From 1. */
  revision: number;
  created_at: string;
  updated_at: string;
  /** Deleted ones stay, so that a managed agent is not made again and old invocations have their agent. */
  deleted_at: string | null;
}

/** One row an edit; never changed. */
export interface AgentRevisionRow {
  agent_id: string;
  revision: number;
  body: string;
  at: string;
  /** The user of the operating system. */
  by: string;
}

export interface InvocationRow {
  id: string;
  /** Who asked: chat, task, workflow, channel-test, cleanup. */
  surface: string;
  role: string | null;
  /** JSON {environment, round_id, task_id, run_id, …}: the task it is made for. */
  owner: string | null;
  /** The job that carries it, out of `owner`. */
  run_id: string | null;
  runtime_id: string;
  channel_id: string;
  agent_id: string;
  agent_revision: number | null;
  /** The execution host: `local`. */
  environment_id: string;
  /** oneshot, interactive. */
  mode: string;
  /** fresh, resume-preferred, resume-required. */
  policy: string;
  /** The session it writes: the requested one, later the one it reported. Unique among pending ones. */
  requested_session: string | null;
  work_dir: string;
  /** The process that records it: when that one is gone, a pending invocation is over. */
  recorder_host: string;
  recorder_pid: number;
  recorder_started_at: string;
  started_at: string;
  /** When the back-end's process was there. */
  launched_at: string | null;
  pid: number | null;
  pid_started_at: string | null;
  /** Absolute. */
  events_path: string;
  /** pending, completed, failed, cancelled, timed_out. */
  status: string;
  /** `unknown`: it may have had effects that nobody knows. */
  outcome: string | null;
  finished_at: string | null;
  /** JSON {code, class, message}, redacted. */
  error: string | null;
  /** JSON of Usage. */
  usage: string | null;
}

/** A back-end's session as it was last reported. */
export interface SessionRow {
  runtime_id: string;
  session_id: string;
  channel_id: string;
  agent_id: string;
  work_dir: string;
  /** JSON of the conversation envelope; null where it cannot be continued. */
  conversation: string | null;
  created_at: string;
  used_at: string;
  /** When it was last really continued; null: only recorded. */
  verified_at: string | null;
  last_invocation_id: string;
}

export interface SessionBindingRow {
  invocation_id: string;
  session_id: string;
  turn_id: string | null;
  /** continued: equal to the requested one; else created. */
  relation: string;
  bound_at: string;
}

export interface ApprovalRow {
  id: string;
  invocation_id: string;
  run_id: string | null;
  /** The back-end's own id of the request. */
  request_id: string;
  tool: string;
  /** JSON: an argv or the text the back-end gave; null where the tool runs no command. Redacted. */
  argv: string | null;
  cwd: string | null;
  /** JSON: files it would write. */
  writes: string | null;
  /** What exactly is approved: a hash of everything that was asked. */
  digest: string;
  requested_at: string;
  expires_at: string;
  /** approved, denied, expired; null while it waits. */
  decision: string | null;
  decided_at: string | null;
  /** The user of the operating system, `rule` (allow-list, deny), `clock` (expired) or `stop` (its run was ended first). */
  by: string | null;
}
