import type { Controller } from '../controller/assemble.js';
import type { Candidate, Decision } from '../controller/policy.js';
import { type Segment, severalRequests } from '../controller/several-requests.js';
import { userTask } from '../controller/user-task.js';
import type { AlsoAsked } from '../environment/types.js';
import type { GenerateTaskAction } from '../protocol/action.js';
import { isRunnable } from '../skills/is-runnable.js';
import type { Catalog } from '../skills/package.js';
import { liveJobs } from '../store/jobs.js';
import { asks } from './asks.js';
import { type Decided, decideAlone } from './decide.js';
import type { House, Turn } from './house.js';
import { namesWhatRestsOnly } from './jobs-meant.js';
import { besideParameters } from './value-said.js';

/** What is carried out of a sentence, and what is offered. */
export interface FirstRequest {
  readonly task_type: string;
  readonly content: string;
  /** What its parameters, or the jobs it means, are read from. */
  readonly text: string;
  readonly also_asked: readonly AlsoAsked[];
  /** Whether it is asked about first: a wish to stop that is likely and not sure. */
  readonly sure: 'sure' | 'to-confirm';
}

/**
 * Of several requests in one sentence the first is carried out and the rest offered; a single one is carried out as it was decided. What only
 * says parameters of the one that is carried out is no request of its own. The parameters are read from the whole sentence in any case: what
 * stands after a cut may well be about the first request. A wish to stop is a request like any other; what it means is read from its own words.
 */
export async function firstOf(
  house: House,
  turn: Turn,
  controller: Controller,
  decided: Decided,
  action: GenerateTaskAction,
): Promise<FirstRequest> {
  const { task_type, task_content: content } = action;
  const single = { task_type, content, text: turn.input, also_asked: [], sure: 'sure' as const };
  if (task_type !== 'cancel' && !runnableIn(controller.catalog)(task_type)) return single;
  const segments = segmentsOf(turn.input, controller, decided);
  const own = segments.find((segment) => segment.task_type === task_type);
  // Between two words a cut is less sure than the decision: that is what is started, wherever it stands.
  const first = segments.some(({ cut }) => cut === 'words') ? own : segments[0];
  if (first === undefined || own === undefined || segments.length < 2) return single;
  const told = await inOrder(house, turn, controller, { segments, first, decided: task_type });
  return told.also_asked.length === 0 && first === own ? single : told;
}

/**
 * The same where nothing was decided because more than one of the types that could be meant is asked for. Null: it is one request, or unclear. What is
 * unclear is taken apart only where something tells its parts from each other.
 */
export async function firstOfUndecided(
  house: House,
  turn: Turn,
  controller: Controller,
  decided: Decided,
  offered: readonly Candidate[],
): Promise<FirstRequest | null> {
  const segments = segmentsOf(turn.input, controller, decided);
  const [first, second] = segments;
  if (first === undefined || second === undefined || segments.some(({ cut }) => cut === 'words')) return null;
  const likely = [...offered.slice(0, segments.length).map(({ task_type }) => task_type), 'cancel'];
  if (![first, second].every(({ task_type }) => likely.includes(task_type))) return null;
  return await inOrder(house, turn, controller, { segments, first, decided: null });
}

/** What a package of the user gives as an example is one request, whatever it could be taken apart into. */
function segmentsOf(input: string, { catalog, actions }: Controller, { facts }: Decided): Segment[] {
  if (actions.exampleOf(input, { among: [...catalog.types.keys()], source: 'user' }).length > 0) return [];
  const running = new Set(facts.running.map(({ type }) => type));
  return severalRequests(input, {
    routes: actions.routes,
    runnable: runnableIn(catalog),
    running: (type) => running.has(type),
  });
}

function runnableIn({ types }: Catalog): (type: string) => boolean {
  return (type) => {
    const pkg = types.get(type);
    return pkg !== undefined && isRunnable(pkg);
  };
}

interface Several {
  readonly segments: readonly Segment[];
  readonly first: Segment;
  /** What was decided for the whole; null where nothing was. */
  readonly decided: string | null;
}

/** A wish to stop that comes first is carried out where something that runs is meant by it; else what comes after it is. */
async function inOrder(
  house: House,
  turn: Turn,
  controller: Controller,
  { segments, first, decided }: Several,
): Promise<FirstRequest> {
  const starts = segments.find(({ task_type }) => task_type !== 'cancel') ?? first;
  const how = first === starts ? 'no' : await stops(house, turn, controller, first);
  if (how === 'no') return { ...withOthers(starts, segments, controller), text: turn.input, sure: 'sure' };
  return { ...withOthers(first, segments, controller), text: first.text, sure: decided === 'cancel' ? 'sure' : how };
}

/** Whether a part is a wish to stop something that runs: as sure as the policy would be of it alone. */
async function stops(
  house: House,
  turn: Turn,
  controller: Controller,
  { text }: Segment,
): Promise<FirstRequest['sure'] | 'no'> {
  const live = await house.store.read((tx) => liveJobs(tx, { environment_id: turn.environment_id }));
  if (live.length === 0 || namesWhatRestsOnly(live, text, controller.actions.routes, runnableIn(controller.catalog)))
    return 'no';
  const decision = await decideAlone(house, turn, controller, text);
  if (isCancel(decision)) return decision.confidence >= decision.threshold ? 'sure' : 'to-confirm';
  return decision.candidates.slice(0, 2).some(({ task_type }) => task_type === 'cancel') ? 'to-confirm' : 'no';
}

function isCancel({ outcome }: Decision): boolean {
  return outcome.ok && outcome.action.action_kind === 'generate_task' && outcome.action.task_type === 'cancel';
}

function withOthers(
  first: Segment,
  segments: readonly Segment[],
  { catalog, actions }: Controller,
): Pick<FirstRequest, 'task_type' | 'content' | 'also_asked'> {
  const { properties = {} } = catalog.types.get(first.task_type)?.params_schema ?? {};
  const others = segments.filter((segment) => {
    if (segment === first) return false;
    const beside = besideParameters(segment.text, properties);
    return beside === segment.text || asks(beside, actions.routes);
  });
  const also_asked = others.map(({ text, task_type }) => ({ said: text, task_type }));
  return { task_type: first.task_type, content: userTask(first.text), also_asked };
}
