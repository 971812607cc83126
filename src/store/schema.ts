import type { ColumnType, Generated } from 'kysely';
import type {
  AgentRevisionRow,
  AgentRow,
  ApprovalRow,
  ChannelRow,
  InvocationRow,
  SessionBindingRow,
  SessionRow,
} from './runtime-schema.js';

/**
 * The rows. Field names are wire names. JSON columns hold text. Times are ISO 8601 in UTC, so they sort as text.
 * Inputs, outputs, commands and anything large or secret are files named by the row, never columns.
 */
export interface Schema {
  environments: EnvironmentRow;
  rounds: RoundRow;
  tasks: TaskRow;
  track: TrackRow;
  summaries: SummaryRow;
  decisions: DecisionRow;
  jobs: JobRow;
  model_calls: ModelCallRow;
  channels: ChannelRow;
  agents: AgentRow;
  agent_revisions: AgentRevisionRow;
  invocations: InvocationRow;
  sessions: SessionRow;
  session_bindings: SessionBindingRow;
  approvals: ApprovalRow;
}

export interface EnvironmentRow {
  id: Generated<number>;
  /** Unique; what `--environment` names. */
  name: string;
  created_at: string;
  updated_at: string;
  /** Who holds the Environment: `host:pid:startedAt`. Null when free. */
  lease_owner: string | null;
  /** When the lease lapses by itself. */
  lease_until: string | null;
  /** Grows with every acquisition; every write of a round checks it. */
  lease_epoch: number;
  /** JSON of PendingQuestion; null when nothing is asked. */
  pending_question: string | null;
  history_meta_summary: string;
  /** The highest round_id an import spoke of, which may have no row here: new rounds are numbered past it. */
  round_base: Generated<number>;
  /** JSON object of fields an importer brought that we do not know. */
  extra: string | null;
}

export interface RoundRow {
  environment_id: number;
  /** max + 1 within the environment. */
  round_id: number;
  user_input: string;
  /** Empty until the round is closed. */
  reply: string;
  started_at: string;
  /** Null while the round is open; a null whose process is dead is closed as interrupted by the next one. */
  finished_at: string | null;
  /** The process that carries the round: `host:pid:startedAt`. Null where nobody here ever did (an import). */
  owner: string | null;
  /** summary_id that holds this round, 0 where an import named none; null while unfolded. */
  folded_into: number | null;
  /** JSON object of fields an importer brought that we do not know. */
  extra: string | null;
}

export interface TaskRow {
  environment_id: number;
  round_id: number;
  /** From 1 within the round. */
  task_id: number;
  type: string;
  content: string;
  /** running, done, failed, cancelled, needs_input. */
  status: string;
  result: string;
  /** The job that carries this task out, or whose result a pyskill_task records. Several tasks may join one job. */
  run_id: string | null;
  /** JSON of the bound parameters; null where none were bound. */
  params: string | null;
  /** Why a failed task failed: MODEL_REQUIRED, LOST, TIMED_OUT, … */
  reason: string | null;
  /** JSON {record?, task?}: fields an importer brought that we do not know, of the task record and of the task. */
  extra: string | null;
}

/** Append-only: no statement updates or deletes a row, except with its whole environment. */
export interface TrackRow {
  environment_id: number;
  round_id: number;
  task_id: number;
  /** From 1 within the task. */
  seq: number;
  /** JSON of the TrackEvent, `at` included. */
  body: string;
  at: string;
}

export interface SummaryRow {
  environment_id: number;
  summary_id: number;
  round_start: number;
  round_end: number;
  round_count: number;
  summary: string;
  created_at: string;
  extra: string | null;
}

/** Why a route was taken; one row a controller step. */
export interface DecisionRow {
  environment_id: number;
  round_id: number;
  /** From 1 within the round. */
  step: number;
  policy: string;
  policy_version: string;
  confidence: number;
  threshold: number;
  /** JSON: [{action_kind, tool?, task_type?, score}], best first. */
  candidates: string;
  /** JSON of the action, or of the gate failure. */
  action: string;
  /** Names `states/<hash>.json`. */
  state_hash: string;
  ms: number;
  at: string;
}

export interface JobRow {
  run_id: string;
  environment_id: number;
  /** The source task. */
  round_id: number;
  task_id: number;
  /** workflow, skill, agent. */
  kind: string;
  package: string;
  /** Content hash of the package when it was dispatched. */
  package_version: string;
  /** Hash of environment, package, version and canonical params: identical work joins a live job of the same key. */
  request_key: string;
  /** What it works on: a project's name or a URL; null for nothing in particular. Results of one package on one target are compared. */
  target: string | null;
  /** The same over all attempts of one job. */
  idempotency_key: string;
  /** The job whose workflow dispatched this one (its slot is lent), or null. */
  parent_run_id: string | null;
  /** queued, running, succeeded, failed, timed_out, cancelled, lost. */
  status: string;
  /** From 1. */
  attempt: number;
  max_attempts: number;
  /** A queued retry waits until then; null: at once. */
  not_before: string | null;
  /** Why it ended as it did: exit_code, signal, wall_limit, idle_limit, output_limit, workflow_error, launch_failed, lost, cancelled, workspace_missing, … */
  reason: string | null;
  /** JSON of the command: {argv, cwd, limits {wall_ms, idle_ms, output_bytes}} as files hold it: `command.json` in the job folder. Here only the wall limit. */
  wall_ms: number;
  /** When the wall limit ends the running attempt. */
  due_at: string | null;
  /** Where it runs. */
  host: string;
  supervisor_pid: number | null;
  /** The supervisor's start time as the system gives it: pid and start time together name a process. */
  supervisor_started_at: string | null;
  /** The shim's pid: the process group of the workflow. Null until the gate is about to open. */
  pid: number | null;
  pid_started_at: string | null;
  queued_at: string;
  started_at: string | null;
  finished_at: string | null;
  exit_code: number | null;
  signal: string | null;
  /** passed, failed, error, or null where the workflow gave none. */
  verdict: string | null;
  /** JSON of the newest step or progress event, for status. */
  progress: string | null;
  /** The intent to stop, stored before any signal is sent; and why: cancelled, … */
  cancel_requested_at: string | null;
  /** 1 confirmed gone, 0 unconfirmed, null: nothing had to be stopped. */
  stop_confirmed: number | null;
  /** When its back-fill was written; null until then. Exactly once. */
  collected_at: string | null;
  /** round_id and task_id of the pyskill_task that records the result. */
  collected_round_id: number | null;
  collected_task_id: number | null;
  /** When a reply first mentioned the completion. */
  reported_at: string | null;
  /** When a result of a superseded or ended attempt was noticed. */
  late_at: string | null;
}

export interface ModelCallRow {
  id: Generated<number>;
  environment_id: number | null;
  round_id: number | null;
  /** controller executor diagnose reply summary params skill agent judge. */
  purpose: string;
  provider: string;
  model: string;
  /** The provider's own numbers; null where it gave none. */
  input_tokens: number | null;
  output_tokens: number | null;
  cached_tokens: number | null;
  ms: number;
  outcome: string;
  at: ColumnType<string>;
}
