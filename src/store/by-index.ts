import { type AliasedRawBuilder, type Selectable, sql } from 'kysely';
import type { InvocationRow } from './runtime-schema.js';
import type { JobRow, RoundRow, TaskRow } from './schema.js';

/**
 * Tables read through a partial index and nothing else. Left to itself the database, which keeps no statistics, prefers the primary key
 * and walks a whole history to find the few rows the index holds. A statement that cannot use the index is an error, not slow.
 */
export const LIVE_JOBS = through<JobRow, 'jobs'>('jobs', 'jobs', 'jobs_live');
export const RUNNING_TASKS = through<TaskRow, 't'>('tasks', 't', 'tasks_running');
export const FAILED_TASKS = through<TaskRow, 't'>('tasks', 't', 'tasks_failed');
export const WORK_TASKS = through<TaskRow, 'tasks'>('tasks', 'tasks', 'tasks_work');
export const OPEN_ROUNDS = through<RoundRow, 'r'>('rounds', 'r', 'rounds_open');
export const UNFOLDED_ROUNDS = through<RoundRow, 'r'>('rounds', 'r', 'rounds_unfolded');
export const PENDING_INVOCATIONS = through<InvocationRow, 'invocations'>(
  'invocations',
  'invocations',
  'invocations_pending',
);

function through<Row, Alias extends string>(
  table: string,
  alias: Alias,
  index: string,
): AliasedRawBuilder<Selectable<Row>, Alias> {
  // The alias comes before the index in SQL, so both are one expression here.
  return sql<Selectable<Row>>`${sql.table(table)}`.as<Alias>(sql`${sql.ref(alias)} indexed by ${sql.ref(index)}`);
}
