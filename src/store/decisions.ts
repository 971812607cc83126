import type { RoundKey } from './keys.js';
import type { Tx } from './tx.js';

/** Why a route was taken. */
export interface StoredDecision extends RoundKey {
  /** From 1 within the round. */
  step: number;
  policy: string;
  policy_version: string;
  confidence: number;
  threshold: number;
  /** [{action_kind, tool?, task_type?, score}], best first. */
  candidates: readonly unknown[];
  /** The action, or the gate failure. */
  action: unknown;
  /** Names `states/<hash>.json`. */
  state_hash: string;
  ms: number;
  /** ISO 8601, UTC. */
  at: string;
}

export async function insertDecision(tx: Tx, decision: StoredDecision): Promise<void> {
  const { candidates, action, ...plain } = decision;
  await tx
    .insertInto('decisions')
    .values({ ...plain, candidates: JSON.stringify(candidates), action: JSON.stringify(action) })
    .execute();
}

/** In order of step. */
export async function decisionsOfRound(tx: Tx, key: RoundKey): Promise<StoredDecision[]> {
  const rows = await tx
    .selectFrom('decisions')
    .selectAll()
    .where('environment_id', '=', key.environment_id)
    .where('round_id', '=', key.round_id)
    .orderBy('step')
    .execute();
  return rows.map((row) => ({
    ...row,
    candidates: JSON.parse(row.candidates) as unknown[],
    action: JSON.parse(row.action) as unknown,
  }));
}
