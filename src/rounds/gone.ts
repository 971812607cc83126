import type { Controller } from '../controller/assemble.js';
import { withoutPairs } from '../controller/parameters/key-values.js';
import { isNamed } from '../controller/parameters/mentions.js';
import { type Reading, readsLike } from '../controller/reads-like.js';
import { userTask } from '../controller/user-task.js';
import type { NewestWork } from '../environment/types.js';
import { isWork } from '../environment/work.js';
import { wordsOf } from '../reply/words.js';
import { isRunnable } from '../skills/is-runnable.js';
import { packageOf } from '../skills/package-of.js';
import type { Decided } from './decide.js';
import { decisionEvents } from './events.js';
import { typeOf } from './execute.js';
import { fail } from './failed.js';
import { asksOnlyWhatFailed, failureLookedAt } from './failure-looked-at.js';
import type { House, Turn } from './house.js';
import type { StepOutcome } from './outcome.js';
import type { QuestionEnd } from './question-end.js';

/**
 * Where the last work is meant once more and its package is there no longer, that is said: whatever else fits is not what was meant. Null: something
 * else is meant, or the package is there.
 */
export async function tellOfGone(
  house: House,
  turn: Turn,
  controller: Controller,
  decided: Decided,
  ends: QuestionEnd | null,
): Promise<StepOutcome | null> {
  const gone = goneWork(house, turn.input, controller, decided);
  if (gone === null) return null;
  const task_types = [...controller.catalog.types.values()].filter(isRunnable).map(typeOf);
  return await fail(house, turn, decided.made, decisionEvents(decided.routed), {
    task_type: gone.type,
    content: userTask(turn.input),
    reason: 'NOT_INSTALLED',
    detail: wordsOf(turn.language).notInstalled(gone.type, gone.round_id, task_types),
    main: { kind: 'not_installed', task_type: gone.type, round_id: gone.round_id, task_types },
    ends,
    retry: 'final',
  });
}

function goneWork(house: House, input: string, controller: Controller, decided: Decided): NewestWork | null {
  const { catalog, actions } = controller;
  const last = decided.facts.newest_work;
  if (last === null || last.type === 'executor' || packageOf(catalog, last.type) !== null) return null;
  const reading = readsLike(actions.routes.score(withoutPairs(input)));
  const type = startedBy(decided, reading);
  if (type === null || failureLookedAt(decided) !== null || asksOnlyWhatFailed(input, actions.routes)) return null;
  if (actions.exampleOf(input, { among: [type], source: 'user' }).length > 0 || isNamed(input, type)) return null;
  if (reading === 'again') return last;
  // Open-ended work about it is for an agent, where there is one.
  const isForAgent = type === 'executor' && decided.routed.kind === 'task' && house.settings.executor_agent !== null;
  return isNamed(input, last.type) && !isForAgent ? last : null;
}

/**
 * The type that would be started, or the first of those offered that would be; null where the request is about work, or is refused. What is
 * asked about is about work where the words read like that, or nothing else is offered.
 */
function startedBy({ routed }: Decided, reading: Reading | null): string | null {
  if (routed.kind === 'refused') return null;
  if (routed.kind === 'task') return isWork(routed.action.task_type) ? routed.action.task_type : null;
  const [first = 'executor', ...others] = routed.offered.flatMap(({ task_type }) => task_type ?? []);
  if (isWork(first)) return first;
  return reading === 'status' || reading === 'stop' ? null : (others.find(isWork) ?? null);
}
