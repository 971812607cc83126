import { type RawBuilder, sql } from 'kysely';

/** Names a round. */
export interface RoundKey {
  environment_id: number;
  round_id: number;
}

/** Names a task. */
export interface TaskKey extends RoundKey {
  task_id: number;
}

/** The condition on round_id: one bound value whatever the number of rounds, so that the statement is prepared once. */
export function oneOfRounds(round_ids: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`round_id in (select value from json_each(${JSON.stringify(round_ids)}))`;
}
