import type { Language } from '../environment/language.js';
import { ownerAlive } from '../processes/identity.js';
import type { InterruptedFact, LeftBehind } from '../reply/facts.js';
import { wordsOf } from '../reply/words.js';
import { type UnfinishedRound, unfinishedRounds } from '../store/rounds.js';
import type { Tx } from '../store/tx.js';
import { closeUndone } from './undone.js';

export interface Interruption {
  readonly environment_id: number;
  /** Who closes them: it holds the lease, so of its own rounds none is at work. */
  readonly owner: string;
  readonly language: Language;
  readonly now: Date;
}

/**
 * Closes the rounds whose process died; those of a living process that has only given the lease back for a while stay open. What had
 * been handed to a job goes on; what had not is failed (interrupted). Nothing is run again. Returns what each of them left behind.
 */
export async function closeInterrupted(
  tx: Tx,
  { environment_id, owner, language, now }: Interruption,
): Promise<InterruptedFact[]> {
  const left = (await unfinishedRounds(tx, environment_id)).filter((round) => isLeft(round, owner));
  const words = wordsOf(language);
  const closed: InterruptedFact[] = [];
  for (const { round_id } of left) {
    const ending = {
      reason: 'INTERRUPTED',
      detail: words.interruptedTask(),
      halfway: words.interruptedSkill(),
      reply: (behind: LeftBehind) => words.interrupted([round_id], behind),
    };
    closed.push({ round_id, left: await closeUndone(tx, { environment_id, round_id }, ending, now) });
  }
  return closed;
}

function isLeft({ owner }: UnfinishedRound, me: string): boolean {
  return owner === null || owner === me || ownerAlive(owner) === false;
}
