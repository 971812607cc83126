import type { Selectable } from 'kysely';
import type { SessionBindingRow, SessionRow } from './runtime-schema.js';
import type { Tx } from './tx.js';

export type StoredSession = Selectable<SessionRow>;
export type StoredBinding = Selectable<SessionBindingRow>;

/** That an invocation touched a session. Reported again: only a turn that was not known is added. */
export async function insertBinding(tx: Tx, binding: StoredBinding): Promise<void> {
  await tx
    .insertInto('session_bindings')
    .values(binding)
    .onConflict((same) =>
      same.columns(['invocation_id', 'session_id']).doUpdateSet(({ fn, ref }) => ({
        turn_id: fn.coalesce(ref('excluded.turn_id'), ref('session_bindings.turn_id')),
      })),
    )
    .execute();
}

/** In the order they were bound. */
export async function bindingsOf(tx: Tx, invocation_id: string): Promise<StoredBinding[]> {
  return tx
    .selectFrom('session_bindings')
    .selectAll()
    .where('invocation_id', '=', invocation_id)
    .orderBy('bound_at')
    .orderBy('session_id')
    .execute();
}

/** The session as it was last reported. When it began and when it was last really continued stay as they are. */
export async function saveSession(tx: Tx, session: Omit<StoredSession, 'verified_at'>): Promise<void> {
  const { runtime_id, session_id, created_at, ...reported } = session;
  await tx
    .insertInto('sessions')
    .values({ ...session, verified_at: null })
    .onConflict((same) => same.columns(['runtime_id', 'session_id']).doUpdateSet(reported))
    .execute();
}

export async function findSession(tx: Tx, runtime_id: string, session_id: string): Promise<StoredSession | null> {
  const session = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('runtime_id', '=', runtime_id)
    .where('session_id', '=', session_id)
    .executeTakeFirst();
  return session ?? null;
}

/** Sessions of that id, whatever the runtime: different back-ends may use one id. */
export async function sessionsNamed(tx: Tx, session_id: string): Promise<StoredSession[]> {
  return tx.selectFrom('sessions').selectAll().where('session_id', '=', session_id).orderBy('runtime_id').execute();
}

/** Last used first. */
export async function newestSessions(
  tx: Tx,
  options: { limit: number; agent_id?: string; channel_id?: string },
): Promise<StoredSession[]> {
  let query = tx.selectFrom('sessions').selectAll();
  if (options.agent_id !== undefined) query = query.where('agent_id', '=', options.agent_id);
  if (options.channel_id !== undefined) query = query.where('channel_id', '=', options.channel_id);
  return query.orderBy('used_at', 'desc').orderBy('runtime_id').orderBy('session_id').limit(options.limit).execute();
}

/** It was really continued. */
export async function markVerified(tx: Tx, runtime_id: string, session_id: string, at: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ verified_at: at.toISOString() })
    .where('runtime_id', '=', runtime_id)
    .where('session_id', '=', session_id)
    .execute();
}

/** Forgets it here; what the back-end keeps is another matter. Whether there was one. */
export async function removeSession(tx: Tx, runtime_id: string, session_id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('runtime_id', '=', runtime_id)
    .where('session_id', '=', session_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
