import { type Selectable, sql } from 'kysely';
import type { Round } from '../environment/types.js';
import { assembleRounds } from './assemble.js';
import { OPEN_ROUNDS } from './by-index.js';
import { EnvironmentMissingError } from './environments.js';
import { oneOfRounds, type RoundKey } from './keys.js';
import type { RoundRow } from './schema.js';
import type { Tx } from './tx.js';

export interface UnfinishedRound {
  round_id: number;
  user_input: string;
  started_at: string;
  owner: string | null;
  /** How many tasks it has; 0: it was interrupted before anything was decided. */
  tasks: number;
}

/** Numbered max + 1. `owner`: the process that carries it, `host:pid:startedAt`. */
export async function openRound(
  tx: Tx,
  environment_id: number,
  user_input: string,
  now: Date,
  owner: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ round_id: number }>`
    insert into rounds (environment_id, round_id, user_input, reply, started_at, owner)
    select id, max(round_base, coalesce((select max(round_id) from rounds where environment_id = id), 0)) + 1,
      ${user_input}, '', ${now.toISOString()}, ${owner}
    from environments where id = ${environment_id}
    returning round_id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new EnvironmentMissingError(environment_id);
  return row.round_id;
}

/** What people wrote last, the newest first. */
export async function newestInputs(tx: Tx, environment_id: number, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('rounds')
    .select('user_input')
    .where('environment_id', '=', environment_id)
    .orderBy('round_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ user_input }) => user_input);
}

export async function closeRound(tx: Tx, key: RoundKey, closing: { reply: string; now: Date }): Promise<void> {
  await tx
    .updateTable('rounds')
    .set({ reply: closing.reply, finished_at: closing.now.toISOString() })
    .where('environment_id', '=', key.environment_id)
    .where('round_id', '=', key.round_id)
    .execute();
}

/** Oldest first: the one that runs now, if any, and those whose process died. */
export async function unfinishedRounds(tx: Tx, environment_id: number): Promise<UnfinishedRound[]> {
  return tx
    .selectFrom(OPEN_ROUNDS)
    .select([
      'r.round_id',
      'r.user_input',
      'r.started_at',
      'r.owner',
      sql<number>`(select count(*) from tasks t where t.environment_id = r.environment_id and t.round_id = r.round_id)`.as(
        'tasks',
      ),
    ])
    .where('r.environment_id', '=', environment_id)
    .where('r.finished_at', 'is', null)
    .orderBy('r.round_id')
    .execute();
}

/** With its track, folded or not; null when there is no such round. */
export async function loadRound(tx: Tx, environment_id: number, round_id: number): Promise<Round | null> {
  const rows = await tx
    .selectFrom('rounds')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where('round_id', '=', round_id)
    .execute();
  const [round] = await withTasks(tx, rows, { track: true });
  return round ?? null;
}

/** The newest `last` rounds, folded or not, oldest first. */
export async function loadRounds(
  tx: Tx,
  environment_id: number,
  options: { last: number; track: boolean },
): Promise<Round[]> {
  const newest = await tx
    .selectFrom('rounds')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .orderBy('round_id', 'desc')
    .limit(options.last)
    .execute();
  return withTasks(tx, newest.toReversed(), options);
}

/** `rows`: of one environment, in order of round_id. */
export async function withTasks(
  tx: Tx,
  rows: readonly Selectable<RoundRow>[],
  options: { track: boolean },
): Promise<Round[]> {
  const environment_id = rows[0]?.environment_id;
  if (environment_id === undefined) return [];
  const ofTheRounds = oneOfRounds(rows.map(({ round_id }) => round_id));
  const tasks = await tx
    .selectFrom('tasks')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where(ofTheRounds)
    .orderBy('round_id')
    .orderBy('task_id')
    .execute();
  if (!options.track || tasks.length === 0) return assembleRounds(rows, tasks, []);
  const track = await tx
    .selectFrom('track')
    .select(['round_id', 'task_id', 'body'])
    .where('environment_id', '=', environment_id)
    .where(ofTheRounds)
    .orderBy('round_id')
    .orderBy('task_id')
    .orderBy('seq')
    .execute();
  return assembleRounds(rows, tasks, track);
}
