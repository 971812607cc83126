import type { PendingQuestion } from '../environment/types.js';
import { pendingQuestionOf } from './environments.js';
import type { Tx } from './tx.js';

/** The open question of every environment that waits for an answer, by name. */
export async function openQuestions(tx: Tx): Promise<{ name: string; question: PendingQuestion }[]> {
  const rows = await tx
    .selectFrom('environments')
    .select(['name', 'pending_question'])
    .where('pending_question', 'is not', null)
    .orderBy('name')
    .execute();
  return rows.flatMap(({ name, pending_question }) => {
    const question = pendingQuestionOf(pending_question);
    return question === null ? [] : [{ name, question }];
  });
}
