/** External agents: how they are executed, who they are, what was started, which sessions it touched, what was approved. */
export const runtimes = `
create table channels (
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

create table agents (
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
create index agents_of_channel on agents (channel_id, id);

create table agent_revisions (
  agent_id text not null references agents on delete cascade,
  revision integer not null,
  body text not null,
  at text not null,
  by text not null,
  primary key (agent_id, revision)
) strict, without rowid;

create table invocations (
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
create index invocations_pending on invocations (started_at, id) where status = 'pending';
create unique index invocations_writing on invocations (runtime_id, requested_session) where status = 'pending' and requested_session is not null;
create index invocations_newest on invocations (started_at, id);
create index invocations_of_run on invocations (run_id) where run_id is not null;

create table sessions (
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
create index sessions_used on sessions (used_at);

create table session_bindings (
  invocation_id text not null references invocations on delete cascade,
  session_id text not null,
  turn_id text,
  relation text not null,
  bound_at text not null,
  primary key (invocation_id, session_id)
) strict, without rowid;
create index session_bindings_of on session_bindings (session_id, bound_at);

create table approvals (
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
create index approvals_open on approvals (requested_at, id) where decision is null;
create index approvals_of_invocation on approvals (invocation_id, requested_at);
`;
