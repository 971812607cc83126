import { type Selectable, sql } from 'kysely';
import { PENDING_INVOCATIONS } from './by-index.js';
import type { ProcessRef } from './jobs.js';
import type { InvocationRow } from './runtime-schema.js';
import type { Tx } from './tx.js';

export type StoredInvocation = Selectable<InvocationRow>;

/** The columns an invocation must be given; it starts as pending, with everything that has not happened yet as null. */
export type NewInvocation = Omit<
  StoredInvocation,
  'status' | 'launched_at' | 'pid' | 'pid_started_at' | 'outcome' | 'finished_at' | 'error' | 'usage'
>;

export async function insertInvocation(tx: Tx, invocation: NewInvocation): Promise<void> {
  await tx
    .insertInto('invocations')
    .values({ ...invocation, status: 'pending' } as StoredInvocation)
    .execute();
}

export async function findInvocation(tx: Tx, id: string): Promise<StoredInvocation | null> {
  return (await tx.selectFrom('invocations').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The pending invocation that writes a session. */
export async function writerOf(tx: Tx, runtime_id: string, session_id: string): Promise<StoredInvocation | null> {
  const writer = await tx
    .selectFrom('invocations')
    .selectAll()
    .where('runtime_id', '=', runtime_id)
    .where('requested_session', '=', session_id)
    // As in the unique index: with a bound value it would not be used.
    .where(sql<boolean>`status = 'pending'`)
    .executeTakeFirst();
  return writer ?? null;
}

/** The back-end's process is there. */
export async function markLaunched(tx: Tx, id: string, process: ProcessRef, at: Date): Promise<void> {
  await tx
    .updateTable('invocations')
    .set({ launched_at: at.toISOString(), pid: process.pid, pid_started_at: process.started_at })
    .where('id', '=', id)
    .execute();
}

/** From now on the invocation is the one that writes that session. Violates the unique index where another pending one is. */
export async function writesSession(tx: Tx, id: string, session_id: string): Promise<void> {
  await tx.updateTable('invocations').set({ requested_session: session_id }).where('id', '=', id).execute();
}

export interface InvocationEnd {
  status: string;
  outcome: string | null;
  finished_at: string;
  error: string | null;
  usage: string | null;
}

/** Ends it if it is pending: the earliest end wins. Whether this one did. */
export async function finishInvocation(tx: Tx, id: string, end: InvocationEnd): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invocations')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Those not ended, in the order they began. */
export async function pendingInvocations(tx: Tx): Promise<StoredInvocation[]> {
  return tx
    .selectFrom(PENDING_INVOCATIONS)
    .selectAll()
    .where(sql<boolean>`status = 'pending'`)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
}

/** The newest ones, newest first; of one session, agent or job on request. */
export async function newestInvocations(
  tx: Tx,
  options: { limit: number; agent_id?: string; run_id?: string; status?: string },
): Promise<StoredInvocation[]> {
  let query = tx.selectFrom('invocations').selectAll();
  if (options.agent_id !== undefined) query = query.where('agent_id', '=', options.agent_id);
  if (options.run_id !== undefined) query = query.where('run_id', '=', options.run_id);
  if (options.status !== undefined) query = query.where('status', '=', options.status);
  return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(options.limit).execute();
}

/** The newest invocation that carried a job; null where none was begun. */
export async function invocationOfRun(tx: Tx, run_id: string): Promise<StoredInvocation | null> {
  return (await newestInvocations(tx, { limit: 1, run_id }))[0] ?? null;
}

/** Of an agent, those not ended: they keep it from being deleted. */
export async function pendingOfAgent(tx: Tx, agent_id: string): Promise<StoredInvocation[]> {
  return (await pendingInvocations(tx)).filter((one) => one.agent_id === agent_id);
}
