CREATE TABLE agent_revisions (
  agent_id text not null references agents on delete cascade,
  revision integer not null,
  body text not null,
  at text not null,
  by text not null,
  primary key (agent_id, revision)
) strict, without rowid;

CREATE TABLE agents (
  id text primary key not null,
  channel_id text not null references channels,
  runtime_id text not null,
  body text not null,
  managed integer not null default 0,
  revision integer not null,
  created_at text not null,
  updated_at text not null,
  deleted_at text
) strict;

CREATE TABLE approvals (
  id text primary key not null,
  invocation_id text not null references invocations on delete cascade,
  run_id text,
  request_id text not null,
  tool text not null,
  argv text,
  cwd text,
  writes text,
  digest text not null,
  requested_at text not null,
  expires_at text not null,
  decision text,
  decided_at text,
  by text
) strict;

CREATE TABLE channels (
  id text primary key not null,
  runtime_id text not null,
  body text not null,
  secrets_file text,
  created_at text not null,
  updated_at text not null,
  tested_at text,
  test_invocation_id text,
  test_outcome text,
  last_run_at text,
  last_run_status text
) strict;

CREATE TABLE decisions (
  environment_id integer not null,
  round_id integer not null,
  step integer not null,
  policy text not null,
  policy_version text not null,
  confidence real not null,
  threshold real not null,
  candidates text not null,
  action text not null,
  state_hash text not null,
  ms real not null,
  at text not null,
  primary key (environment_id, round_id, step),
  foreign key (environment_id, round_id) references rounds on delete cascade
) strict, without rowid;

CREATE TABLE environments (
  id integer primary key,
  name text not null unique,
  created_at text not null,
  updated_at text not null,
  lease_owner text,
  lease_until text,
  lease_epoch integer not null default 0,
  pending_question text,
  history_meta_summary text not null default '',
  round_base integer not null default 0,
  extra text
) strict;

CREATE TABLE invocations (
  id text primary key not null,
  surface text not null,
  role text,
  owner text,
  run_id text,
  runtime_id text not null,
  channel_id text not null,
  agent_id text not null,
  agent_revision integer,
  environment_id text not null,
  mode text not null,
  policy text not null,
  requested_session text,
  work_dir text not null,
  recorder_host text not null,
  recorder_pid integer not null,
  recorder_started_at text not null,
  started_at text not null,
  launched_at text,
  pid integer,
  pid_started_at text,
  events_path text not null,
  status text not null,
  outcome text,
  finished_at text,
  error text,
  usage text
) strict;

CREATE TABLE jobs (
  run_id text primary key not null,
  environment_id integer not null references environments,
  round_id integer not null,
  task_id integer not null,
  kind text not null,
  package text not null,
  package_version text not null,
  request_key text not null,
  idempotency_key text not null,
  target text,
  parent_run_id text,
  status text not null,
  attempt integer not null,
  max_attempts integer not null,
  not_before text,
  reason text,
  wall_ms integer not null,
  due_at text,
  host text not null,
  supervisor_pid integer,
  supervisor_started_at text,
  pid integer,
  pid_started_at text,
  queued_at text not null,
  started_at text,
  finished_at text,
  exit_code integer,
  signal text,
  verdict text,
  progress text,
  cancel_requested_at text,
  stop_confirmed integer,
  collected_at text,
  collected_round_id integer,
  collected_task_id integer,
  reported_at text,
  late_at text
) strict;

CREATE TABLE model_calls (
  id integer primary key,
  environment_id integer references environments on delete cascade,
  round_id integer,
  purpose text not null,
  provider text not null,
  model text not null,
  input_tokens integer,
  output_tokens integer,
  cached_tokens integer,
  ms real not null,
  outcome text not null,
  at text not null
) strict;

CREATE TABLE rounds (
  environment_id integer not null references environments on delete cascade,
  round_id integer not null,
  user_input text not null,
  reply text not null default '',
  started_at text not null,
  finished_at text,
  owner text,
  folded_into integer,
  extra text,
  primary key (environment_id, round_id)
) strict, without rowid;

CREATE TABLE session_bindings (
  invocation_id text not null references invocations on delete cascade,
  session_id text not null,
  turn_id text,
  relation text not null,
  bound_at text not null,
  primary key (invocation_id, session_id)
) strict, without rowid;

CREATE TABLE sessions (
  runtime_id text not null,
  session_id text not null,
  channel_id text not null,
  agent_id text not null,
  work_dir text not null,
  conversation text,
  created_at text not null,
  used_at text not null,
  verified_at text,
  last_invocation_id text not null,
  primary key (runtime_id, session_id)
) strict, without rowid;

CREATE TABLE summaries (
  environment_id integer not null references environments on delete cascade,
  summary_id integer not null,
  round_start integer not null,
  round_end integer not null,
  round_count integer not null,
  summary text not null,
  created_at text not null,
  extra text,
  primary key (environment_id, summary_id)
) strict, without rowid;

CREATE TABLE tasks (
  environment_id integer not null,
  round_id integer not null,
  task_id integer not null,
  type text not null,
  content text not null,
  status text not null,
  result text not null default '',
  run_id text,
  params text,
  reason text,
  extra text,
  primary key (environment_id, round_id, task_id),
  foreign key (environment_id, round_id) references rounds on delete cascade
) strict, without rowid;

CREATE TABLE track (
  environment_id integer not null,
  round_id integer not null,
  task_id integer not null,
  seq integer not null,
  body text not null,
  at text not null,
  primary key (environment_id, round_id, task_id, seq),
  foreign key (environment_id, round_id, task_id) references tasks on delete cascade
) strict, without rowid;

CREATE INDEX agents_of_channel on agents (channel_id, id);

CREATE INDEX approvals_of_invocation on approvals (invocation_id, requested_at);

CREATE INDEX approvals_open on approvals (requested_at, id) where decision is null;

CREATE INDEX invocations_newest on invocations (started_at, id);

CREATE INDEX invocations_of_run on invocations (run_id) where run_id is not null;

CREATE INDEX invocations_pending on invocations (started_at, id) where status = 'pending';

CREATE UNIQUE INDEX invocations_writing on invocations (runtime_id, requested_session) where status = 'pending' and requested_session is not null;

CREATE INDEX jobs_live on jobs (queued_at, run_id) where status in ('queued', 'running');

CREATE INDEX jobs_live_request on jobs (request_key, queued_at, run_id) where status in ('queued', 'running');

CREATE INDEX jobs_of_environment on jobs (environment_id, queued_at, run_id);

CREATE INDEX jobs_of_package on jobs (environment_id, package, queued_at, run_id);

CREATE INDEX jobs_prunable on jobs (finished_at) where reported_at is not null and finished_at is not null;

CREATE INDEX jobs_uncollected on jobs (environment_id, finished_at, run_id) where collected_at is null and finished_at is not null;

CREATE INDEX jobs_unreported on jobs (environment_id, collected_at, run_id) where reported_at is null and collected_at is not null;

CREATE INDEX model_calls_round on model_calls (environment_id, round_id);

CREATE INDEX rounds_open on rounds (environment_id, round_id) where finished_at is null;

CREATE INDEX rounds_unfolded on rounds (environment_id, round_id) where folded_into is null;

CREATE INDEX session_bindings_of on session_bindings (session_id, bound_at);

CREATE INDEX sessions_used on sessions (used_at);

CREATE INDEX tasks_failed on tasks (environment_id, round_id, task_id) where status = 'failed';

CREATE INDEX tasks_run on tasks (run_id) where run_id is not null;

CREATE INDEX tasks_running on tasks (environment_id, round_id, task_id) where status = 'running';

CREATE INDEX tasks_work on tasks (environment_id, round_id, task_id)
  where type not in ('pyskill_task', 'status', 'cancel') and coalesce(reason, '') not in ('MODEL_REQUIRED', 'NOT_INSTALLED', 'SUPERSEDED');
