import { type Selectable, sql } from 'kysely';
import type { PendingQuestion } from '../environment/types.js';
import { ProductError } from '../errors/product-error.js';
import { isLive } from './job-status.js';
import type { EnvironmentRow } from './schema.js';
import type { Tx } from './tx.js';

export class EnvironmentInUseError extends ProductError {
  override readonly code = 'ENVIRONMENT_IN_USE';
  override readonly exitCode = 3 as const;
  constructor(name: string, run_ids: readonly string[]) {
    const runs = run_ids.join(', ');
    super({
      en: `Environment "${name}" still runs ${runs}. Wait for them or cancel them, then delete it.`,
      zh: `Environment "${name}" 中仍在运行 ${runs}。请等它们结束或先取消，再删除。`,
    });
  }
}

export class EnvironmentMissingError extends ProductError {
  override readonly code = 'ENVIRONMENT_MISSING';
  override readonly exitCode = 2 as const;
  constructor(which: string | number) {
    const shown = JSON.stringify(which);
    super({
      en: `There is no Environment ${shown}. \`environments list\` shows those there are.`,
      zh: `没有 Environment ${shown}。用 \`environments list\` 查看现有的。`,
    });
  }
}

export interface EnvironmentListing {
  name: string;
  rounds: number;
  running: number;
  updated_at: string;
}

/** The environment of that name, made if there is none. */
export async function ensureEnvironment(tx: Tx, name: string, now: Date): Promise<Selectable<EnvironmentRow>> {
  return (await findEnvironment(tx, name)) ?? (await insertEnvironment(tx, name, now));
}

async function insertEnvironment(tx: Tx, name: string, now: Date): Promise<Selectable<EnvironmentRow>> {
  return tx
    .insertInto('environments')
    .values({
      name,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      lease_epoch: 0,
      history_meta_summary: '',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findEnvironment(tx: Tx, name: string): Promise<Selectable<EnvironmentRow> | null> {
  return (await tx.selectFrom('environments').selectAll().where('name', '=', name).executeTakeFirst()) ?? null;
}

export async function environmentById(tx: Tx, id: number): Promise<Selectable<EnvironmentRow>> {
  const row = await tx.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new EnvironmentMissingError(id);
  return row;
}

/** By name. `rounds` counts folded ones too; `running` counts running tasks. */
export async function listEnvironments(tx: Tx): Promise<EnvironmentListing[]> {
  return tx
    .selectFrom('environments as e')
    .select([
      'e.name',
      sql<number>`(select count(*) from rounds r where r.environment_id = e.id)`.as('rounds'),
      sql<number>`(select count(*) from tasks t where t.environment_id = e.id and t.status = 'running')`.as('running'),
      'e.updated_at',
    ])
    .orderBy('e.name')
    .execute();
}

/** Removes the environment with everything in it. Returns the run_ids whose job folders are now nobody's. Refused while a job lives. */
export async function deleteEnvironment(tx: Tx, id: number): Promise<{ run_ids: string[] }> {
  const { name } = await environmentById(tx, id);
  const live = await tx.selectFrom('jobs').select('run_id').where('environment_id', '=', id).where(isLive()).execute();
  if (live.length > 0)
    throw new EnvironmentInUseError(
      name,
      live.map(({ run_id }) => run_id),
    );
  const removed = await tx.deleteFrom('jobs').where('environment_id', '=', id).returning('run_id').execute();
  await tx.deleteFrom('environments').where('id', '=', id).execute();
  return { run_ids: removed.map(({ run_id }) => run_id) };
}

/** The Environment's single open question; null closes it. */
export async function setPendingQuestion(tx: Tx, id: number, question: PendingQuestion | null): Promise<void> {
  await tx
    .updateTable('environments')
    .set({ pending_question: question === null ? null : JSON.stringify(question) })
    .where('id', '=', id)
    .execute();
}

export async function readPendingQuestion(tx: Tx, id: number): Promise<PendingQuestion | null> {
  const row = await tx.selectFrom('environments').select('pending_question').where('id', '=', id).executeTakeFirst();
  return pendingQuestionOf(row?.pending_question ?? null);
}

export function pendingQuestionOf(stored: string | null): PendingQuestion | null {
  return stored === null ? null : (JSON.parse(stored) as PendingQuestion);
}
