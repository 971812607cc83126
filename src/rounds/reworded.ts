import type { Controller } from '../controller/assemble.js';
import { withoutNewer } from '../controller/parameters/key-values.js';
import type { RouteScorer } from '../controller/policy.js';
import type { PendingQuestion } from '../environment/types.js';
import { isRunnable } from '../skills/is-runnable.js';
import { packageOf } from '../skills/package-of.js';
import type { Errand } from './errand.js';
import { paramsSaid } from './params-said.js';
import type { QuestionEnd } from './question-end.js';
import { readBefore } from './read-before.js';

/** What a request goes on with of the one that is asked about. */
export type Reworded = Pick<Errand, 'text' | 'before' | 'given' | 'also_asked'> & { readonly ends: QuestionEnd };

/**
 * A request of its own which says again, in other words, what is asked about: one of the types that were offered, or, after the same as before was taken for
 * another type, the type that was meant. What the first request says is not lost by that, and what this one says counts more. Null: it says something else.
 */
export function reworded(
  question: PendingQuestion,
  { input, task_type }: { readonly input: string; readonly task_type: string },
  { catalog, actions }: Pick<Controller, 'catalog' | 'actions'>,
): Reworded | null {
  const pkg = catalog.types.get(task_type);
  if (pkg === undefined || !isRunnable(pkg)) return null;
  const { kind, options, user_input, round_id, also_asked = [] } = question;
  const common = { text: `${user_input}\n${input}`, given: saidOf(catalog, task_type, input) };
  if (kind === 'choice') {
    if (question.task_type !== null || !options.includes(task_type)) return null;
    return { ...common, before: readBefore(question), also_asked, ends: { question, how: 'answered' } };
  }
  if (question.task_type === task_type || !wantsTheSame(user_input, actions.routes)) return null;
  return { ...common, before: { round_id, names: 'found' }, also_asked: [], ends: { question, how: 'superseded' } };
}

/**
 * The same where it is still unclear which type is meant, and one of those now offered was offered before, or the same as before was taken for another type:
 * what the next question is asked about. What was said last stands first, and counts.
 */
export function unclearStill(
  question: PendingQuestion,
  { input, offered }: { readonly input: string; readonly offered: readonly string[] },
  { catalog, actions }: Pick<Controller, 'catalog' | 'actions'>,
): Pick<PendingQuestion, 'user_input' | 'read_before'> | null {
  const { kind, task_type, options, user_input, round_id } = question;
  const startable = offered.filter((type) => isRunnable(catalog.types.get(type) ?? TEXT));
  const isMeant =
    kind === 'choice'
      ? task_type === null && startable.some((type) => options.includes(type))
      : startable.length > 0 && wantsTheSame(user_input, actions.routes);
  if (!isMeant) return null;
  const words = `${input}\n${withoutNewer(user_input, input)}`;
  if (startable.some((type) => Object.keys(saidOf(catalog, type, input)).length > 0)) return { user_input: words };
  return { user_input: words, read_before: readBefore(question) ?? { round_id, names: 'found' } };
}

const TEXT = { launch: null, agent: null };

function saidOf(catalog: Controller['catalog'], task_type: string, text: string): Record<string, unknown> {
  return paramsSaid(packageOf(catalog, task_type)?.params_schema?.properties ?? {}, text);
}

/** Whether a text reads like nothing so much as that the same is wanted once more. */
function wantsTheSame(text: string, routes: Pick<RouteScorer, 'score'>): boolean {
  const { routes: types, intents } = routes.score(text.split('\n', 1).join());
  const again = intents.get('intent:again');
  return again !== undefined && types.every(({ score }) => score < again);
}
