import type { Controller } from '../controller/assemble.js';
import { cutBetweenNames } from '../controller/between-names.js';
import { isNameOf } from '../controller/by-name.js';
import { yesOrNo } from '../controller/parameters/yes-or-no.js';
import type { Decision } from '../controller/policy.js';
import { readsLike } from '../controller/reads-like.js';
import { sentencesIn } from '../controller/sentences.js';
import { MAX_CHARS, type Segment } from '../controller/several-requests.js';
import { isBuiltIn } from '../policy/action-space.js';
import { decideAlone } from './decide.js';
import type { House, Turn } from './house.js';

/** As a confidence: from here on a sentence surely asks for what it would be taken for alone, whatever stands beside it. */
const SURELY = 0.9;
/** As a confidence: how likely a sentence is a wish to stop where it is told from the others as one. What is stopped by it is decided anew. */
const LIKELY_STOPS = 0.5;

/** What is read besides the sentences themselves. */
export interface Reader {
  /** The requests within one sentence. */
  within(sentence: string): readonly Segment[];
  /** Whether a type can be started. */
  runnable(taskType: string): boolean;
}

/**
 * The requests of several sentences, in their order: each is what the policy would decide of it if it were all that is asked. So are the parts of a
 * sentence that names several types. What asks for nothing of its own belongs to the request before it, or to the first. One: the text begins with
 * what surely is a request, and goes on about it. Nothing: it is a single sentence, or no such request.
 */
export async function askedBySentence(
  house: House,
  turn: Turn,
  controller: Controller,
  { within, runnable }: Reader,
): Promise<Segment[]> {
  const types = controller.actions.task_types.filter(runnable);
  const sentences = turn.input.length > MAX_CHARS ? [] : sentencesIn(turn.input);
  const parts = sentences.flatMap((sentence) => cutBetweenNames(sentence, types));
  if (parts.length < 2) return [];
  const alone = async (part: string) => askedAlone(part, await decideAlone(house, turn, controller, part), runnable);
  const found: Segment[] = [];
  let before = '';
  let leads = false;
  for (const part of parts) {
    const several = within(part);
    const asked = several.length > 1 ? several : [await alone(part)].filter((one) => one !== null);
    const [next, ...others] = asked;
    const last = found.at(-1);
    if (last === undefined && before === '') leads = next !== undefined;
    if (next !== undefined && next.task_type !== last?.task_type) {
      found.push({ ...next, text: joined(before, next.text), cut: 'sentence' }, ...others);
      before = '';
    } else if (last !== undefined) {
      found.splice(-1, 1, { ...last, text: joined(last.text, next?.text ?? part) }, ...others);
    } else {
      before = joined(before, part);
    }
  }
  const [first, second] = found;
  if (first !== undefined && second === undefined) {
    const surely = leads && isSure(first) && runnable(first.task_type);
    return surely && !parts.some((part) => takesBack(part, controller)) ? [{ ...first, text: turn.input }] : [];
  }
  return found.map((segment) => ({ ...segment, text: withoutStop(segment.text) }));
}

/** Whether a part would surely be its type's if it were all that is asked. */
export function isSure({ confidence = 1 }: Segment): boolean {
  return confidence >= SURELY;
}

/** What a text asks for where it is all that is asked; null: nothing that is begun on request. */
export function askedAlone(text: string, decision: Decision, runnable: Reader['runnable']): Segment | null {
  const { outcome, threshold } = decision;
  if (!outcome.ok || outcome.action.action_kind !== 'generate_task') return null;
  const { task_type } = outcome.action;
  if (task_type === 'status' || !(isBuiltIn(task_type) || runnable(task_type))) return null;
  // What is meant whatever it weighs, an example or a name, is sure.
  const confidence = threshold === 0 || isNameOf(text, task_type) ? 1 : decision.confidence;
  return confidence >= needed(task_type, threshold) ? { text, task_type, cut: 'sentence', confidence } : null;
}

/** How sure it takes to be a request of its own. What is said about the work beside it often reads like open-ended work, too. */
function needed(task_type: string, threshold: number): number {
  if (task_type === 'cancel') return LIKELY_STOPS;
  return task_type === 'executor' ? Math.max(threshold, SURELY) : threshold;
}

/** “Actually, don't”, 「算了」. */
function takesBack(part: string, { actions }: Controller): boolean {
  const said = yesOrNo(part);
  return said === 'no' || said === 'leave' || readsLike(actions.routes.score(part)) === 'stop';
}

function joined(one: string, other: string): string {
  return one === '' ? other : `${one} ${other}`;
}

/** As it is quoted. */
function withoutStop(text: string): string {
  return text.replace(/[.。；;]+$/u, '');
}
