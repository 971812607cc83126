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

CREATE INDEX tasks_failed on tasks (environment_id, round_id, task_id) where status = 'failed';

CREATE INDEX tasks_run on tasks (run_id) where run_id is not null;

CREATE INDEX tasks_running on tasks (environment_id, round_id, task_id) where status = 'running';
