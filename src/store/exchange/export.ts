import type { Environment, Round } from '../../environment/types.js';
import { readPendingQuestion } from '../environments.js';
import { loadEnvironment } from '../load.js';
import { withTasks } from '../rounds.js';
import type { Tx } from '../tx.js';

export interface ExportedEnvironment {
  /** environment.json: unfolded rounds and summaries. */
  environment: Environment;
  /** environment_archive.jsonl: the folded rounds, oldest first. Read it before the transaction ends. */
  archive: AsyncIterable<Round>;
}

const PAGE = 100;

export async function exportEnvironment(tx: Tx, environment_id: number): Promise<ExportedEnvironment> {
  const environment = await loadEnvironment(tx, environment_id, { track: true });
  const pending_question = await readPendingQuestion(tx, environment_id);
  return {
    environment: pending_question === null ? environment : { ...environment, pending_question },
    archive: foldedRounds(tx, environment_id),
  };
}

async function* foldedRounds(tx: Tx, environment_id: number): AsyncGenerator<Round> {
  let after = 0;
  for (;;) {
    const rows = await tx
      .selectFrom('rounds')
      .selectAll()
      .where('environment_id', '=', environment_id)
      .where('round_id', '>', after)
      .where('folded_into', 'is not', null)
      .orderBy('round_id')
      .limit(PAGE)
      .execute();
    yield* await withTasks(tx, rows, { track: true });
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.round_id;
  }
}
