import { hasWords, isWord, type Language, languageOf, languageOfFirst } from '../environment/language.js';
import { faultPoint } from '../faults/fault-point.js';
import { readPendingQuestion } from '../store/environments.js';
import { openRound as insertRound, newestInputs } from '../store/rounds.js';
import type { Tx } from '../store/tx.js';
import type { House, RoundRequest, Turn } from './house.js';
import { closeInterrupted } from './interrupted.js';
import { withAcquiredLease } from './lease.js';
import { expireQuestion } from './question-end.js';
import { checkEnvironmentName, checkInput } from './request.js';

/** An answer such as `prod` is no change of language; one such as `预发` is: nobody writes it who speaks no Chinese. */
async function spokenIn(tx: Tx, environment_id: number, input: string, locale: string | undefined): Promise<Language> {
  const isSure = hasWords(input) && (!isWord(input) || languageOf(input, locale) === 'zh');
  if (isSure) return languageOf(input, locale);
  const before = await newestInputs(tx, environment_id, SPOKEN_ROUNDS);
  const isAnswer = (await readPendingQuestion(tx, environment_id)) !== null;
  return languageOfFirst(isAnswer ? [...before, input] : [input, ...before], locale);
}

/** So far back it is looked for what language is spoken. */
const SPOKEN_ROUNDS = 5;

/** Takes the Environment, closes what a dead process left open, and stores the new round: one transaction. */
export async function open(house: House, request: RoundRequest, run_dir: string): Promise<Turn> {
  const input = checkInput(request.input);
  const environment = checkEnvironmentName(request.environment);
  const turn = await withAcquiredLease(house.store, environment, house.lease, house.now, async (tx, lease) => {
    const { environment_id, owner } = lease;
    const now = house.now();
    const language = request.language ?? (await spokenIn(tx, environment_id, input, house.locale));
    const interrupted = await closeInterrupted(tx, { environment_id, owner, language, now });
    const round_id = await insertRound(tx, environment_id, input, now, owner);
    const expired_question = await expireQuestion(tx, environment_id, { round_id, language }, now);
    return { request, input, language, environment_id, round_id, lease, run_dir, interrupted, expired_question };
  });
  faultPoint('round.opened');
  return turn;
}
