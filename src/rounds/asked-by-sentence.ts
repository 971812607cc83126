import type { Controller } from '../controller/assemble.js';
import type { Decision } from '../controller/policy.js';
import { sentencesIn } from '../controller/sentences.js';
import { MAX_CHARS, type Segment } from '../controller/several-requests.js';
import { decideAlone } from './decide.js';
import type { House, Turn } from './house.js';

/** As a confidence: how likely a sentence is a wish to stop where it is told from the others as one. What is stopped by it is decided anew. */
const LIKELY_STOPS = 0.5;

/** What is read besides the sentences themselves. */
export interface Reader {
  /** The requests within one sentence. */
  within(sentence: string): readonly Segment[];
  /** Whether work of a type is carried out on request: started, or left to an agent. */
  isWork(taskType: string): boolean;
}

/**
 * The requests of several sentences, in their order: each is what the policy would decide of it if it were all that is asked. A sentence that asks
 * for nothing of its own belongs to the request before it, or to the first. Nothing: all of them are one request, or none.
 */
export async function askedBySentence(
  house: House,
  turn: Turn,
  controller: Controller,
  { within, isWork }: Reader,
): Promise<Segment[]> {
  const sentences = turn.input.length > MAX_CHARS ? [] : sentencesIn(turn.input);
  if (sentences.length < 2) return [];
  const found: Segment[] = [];
  let before = '';
  for (const sentence of sentences) {
    const parts = within(sentence);
    const asked =
      parts.length > 1 ? parts : alone(sentence, await decideAlone(house, turn, controller, sentence), isWork);
    const [next, ...others] = asked;
    const last = found.at(-1);
    if (next !== undefined && next.task_type !== last?.task_type) {
      found.push({ ...next, text: joined(before, next.text), cut: 'sentence' }, ...others);
      before = '';
    } else if (last !== undefined) {
      found.splice(-1, 1, { ...last, text: joined(last.text, next?.text ?? sentence) }, ...others);
    } else {
      before = joined(before, sentence);
    }
  }
  return found.length < 2 ? [] : found.map((segment) => ({ ...segment, text: withoutStop(segment.text) }));
}

function alone(text: string, decision: Decision, isWork: Reader['isWork']): Segment[] {
  const { outcome, confidence, threshold } = decision;
  if (!outcome.ok || outcome.action.action_kind !== 'generate_task') return [];
  const { task_type } = outcome.action;
  const isAsked = task_type === 'cancel' ? confidence >= LIKELY_STOPS : isWork(task_type) && confidence >= threshold;
  return isAsked ? [{ text, task_type, cut: 'sentence', confidence }] : [];
}

function joined(one: string, other: string): string {
  return one === '' ? other : `${one} ${other}`;
}

/** As it is quoted. */
function withoutStop(text: string): string {
  return text.replace(/[.。；;]+$/u, '');
}
