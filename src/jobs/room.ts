import type { Selectable } from 'kysely';
import type { Store } from '../store/open.js';
import type { JobRow } from '../store/schema.js';

/** What every verb of this room needs; a plain object made once by the app. */
export interface JobRoom {
  store: Store;
  /** The database file, as a supervisor is told it. */
  state_file: string;
  /** Holds one folder per job. */
  jobs_dir: string;
  /** How many jobs may run at once on this machine. */
  max_jobs: number;
  /** Path of the built supervisor. */
  supervisor_entry: string;
  /** Names of environment variables that no job may see. */
  hidden_env: readonly string[];
  /** Between SIGTERM and SIGKILL; default 5 s. */
  stop_grace_ms?: number;
  now(): Date;
}

/** What the parts need that a supervisor, which has no configuration, shares with everybody else. */
export type JobBench = Pick<JobRoom, 'store' | 'jobs_dir' | 'now'>;

export interface JobLimits {
  wall_ms: number;
  /** How long stdout, stderr and events may all stay silent. */
  idle_ms: number;
  /** stdout, stderr and events together. */
  output_bytes: number;
}

export type JobKind = 'workflow' | 'skill' | 'agent';

/** What is to be run, as the execute step of a round hands it over. */
export interface JobOrder {
  kind: JobKind;
  package: string;
  package_version: string;
  package_dir: string;
  argv: readonly string[];
  /** An absolute folder; 'job' is the job's own. */
  cwd: string;
  limits: JobLimits;
  idempotent: boolean;
  max_attempts: number;
  input: JobInput;
  request_key: string;
  environment_id: number;
  environment_name: string;
  /** What it works on, as people call it: a project's name or a URL; null where it works on nothing in particular. */
  target: string | null;
  /** `ER_RUN_ID` of the dispatcher's own environment: the job whose workflow dispatches this one. */
  parent_run_id: string | null;
}

/** What the workflow reads on stdin; run_id, attempt and idempotency_key are added. */
export interface JobInput {
  task: { type: string; content: string };
  params: Record<string, unknown>;
  project: Record<string, unknown> | null;
  environment: { name: string; round_id: number; task_id: number };
  language: 'zh' | 'en';
  /** What is installed; given to skills. */
  catalog?: readonly CatalogEntry[];
  /** What an agent is asked; of an agent's job alone. */
  agent?: AgentInput;
}

/** What the program that carries an agent's job out has to know. */
export interface AgentInput {
  id: string;
  /** The revision that was there when the job was dispatched. */
  revision: number;
  /** `task`: open-ended work. `workflow`: a package that names the agent. */
  surface: 'task' | 'workflow';
  prompt: string;
}

/** One package, as a skill is told of it. */
export interface CatalogEntry {
  name: string;
  kind: 'task_type' | 'skill';
  task_type: string | null;
  /** False: answered by the runtime itself, or text for a model. */
  runs: boolean;
  source: 'bundled' | 'user';
  description: string;
}

/** A folder with its files, and no row yet. */
export interface PreparedJob {
  run_id: string;
  directory: string;
  idempotency_key: string;
  order: JobOrder;
}

/** A job's row. */
export type JobRecord = Selectable<JobRow>;
