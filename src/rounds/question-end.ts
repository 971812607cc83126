import type { Language } from '../environment/language.js';
import type { PendingQuestion } from '../environment/types.js';
import { readPendingQuestion, setPendingQuestion } from '../store/environments.js';
import { updateTask } from '../store/tasks.js';
import { appendTrack } from '../store/track.js';
import type { Tx } from '../store/tx.js';

/** A question is waited for during so many rounds after its own. */
export const QUESTION_ROUNDS = 5;

/** What a step does to the open question: it is answered by it, or given up for it. */
export interface QuestionEnd {
  readonly question: PendingQuestion;
  readonly how: 'answered' | 'superseded';
}

/** The text of a question in a language, or in the one it was asked in where no other is known. */
export function questionIn({ question, said }: PendingQuestion, language: Language): string {
  return said?.[language] ?? question;
}

/** The text of the question that was given up; null where none was. */
export function supersededText(ends: QuestionEnd | null, language: Language): string | null {
  return ends?.how === 'superseded' ? questionIn(ends.question, language) : null;
}

/** Closes the open question: its task is `done`, naming the task that took it over, or `cancelled`. `by` null: its time is up. */
export async function endQuestion(
  tx: Tx,
  environment_id: number,
  { question: { round_id, task_id }, how }: QuestionEnd,
  by: { round_id: number; task_id: number } | null,
  now: Date,
): Promise<void> {
  const key = { environment_id, round_id, task_id };
  const link = by === null ? null : `(round_id=${by.round_id}, task_id=${by.task_id})`;
  if (how === 'answered') await updateTask(tx, key, { status: 'done', result: `answered${link ?? ''}` });
  else await updateTask(tx, key, { status: 'cancelled', reason: 'SUPERSEDED' });
  const event = { agent: 'runtime', event: 'execute', reason: how, return: `${how}${link ?? ''}` };
  await appendTrack(tx, key, event, now);
  await setPendingQuestion(tx, environment_id, null);
}

/** Closes a question that `round_id` is too late for. Returns its text; null where nothing was closed. */
export async function expireQuestion(
  tx: Tx,
  environment_id: number,
  { round_id, language }: { round_id: number; language: Language },
  now: Date,
): Promise<string | null> {
  const question = await readPendingQuestion(tx, environment_id);
  if (question === null || round_id - question.round_id <= QUESTION_ROUNDS) return null;
  await endQuestion(tx, environment_id, { question, how: 'superseded' }, null, now);
  return questionIn(question, language);
}
