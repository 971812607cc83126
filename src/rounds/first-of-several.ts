import type { Controller } from '../controller/assemble.js';
import type { Candidate, Decision } from '../controller/policy.js';
import type { Segment } from '../controller/several-requests.js';
import { userTask } from '../controller/user-task.js';
import type { AlsoAsked } from '../environment/types.js';
import type { GenerateTaskAction } from '../protocol/action.js';
import { liveJobs } from '../store/jobs.js';
import { isSure } from './asked-by-sentence.js';
import { asks } from './asks.js';
import { type Decided, decideAlone } from './decide.js';
import type { House, Turn } from './house.js';
import { namesWhatRestsOnly } from './jobs-meant.js';
import { isBySentence, requestsIn, runnableIn } from './requests-in.js';
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
 * Of several requests the first is carried out and the rest offered; a single one is carried out as it was decided. What only says parameters of
 * the one that is carried out is no request of its own. The parameters are read from the whole text in any case: what stands after a cut may well be
 * about the first request. A wish to stop is a request like any other; what it means is read from its own words.
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
  const segments = await requestsIn(house, turn, controller, { decided, whole: task_type });
  const first = firstOfDecided(segments, task_type, runnableIn(controller.catalog));
  if (first === null) return single;
  const told = await inOrder(house, turn, controller, { segments, first, decided: task_type });
  return told.also_asked.length === 0 && first.task_type === task_type ? single : told;
}

/** The one that is carried out where the whole was decided to be of a type, or of none (null). Null: the whole is. */
function firstOfDecided(
  segments: readonly Segment[],
  decided: string | null,
  runnable: (type: string) => boolean,
): Segment | null {
  const startable = segments.filter(({ task_type }) => task_type === 'cancel' || runnable(task_type));
  const own = startable.find(({ task_type }) => task_type === decided) ?? null;
  const [lead] = startable;
  if (lead === undefined) return null;
  if (!isBySentence(segments)) {
    // Between two words a cut is less sure than the decision: that is what is started, wherever it stands.
    return own === null || segments.some(({ cut }) => cut === 'words') ? own : lead;
  }
  const sure = lead.task_type === 'cancel' || isSure(lead);
  if (own !== null) return sure ? lead : own;
  if (lead !== segments[0]) return null;
  if (decided === null) return lead;
  // What an agent is asked for is its own as a whole where only one sentence is a request.
  return sure && (decided !== 'executor' || segments.length > 1) ? lead : null;
}

/**
 * The same where nothing was decided because more than one of the types that could be meant is asked for. Null: it is one request, or unclear. What is
 * unclear is taken apart only where something tells its parts from each other: sentences that are clear alone, or else marks between the likeliest types.
 */
export async function firstOfUndecided(
  house: House,
  turn: Turn,
  controller: Controller,
  decided: Decided,
  offered: readonly Candidate[],
): Promise<FirstRequest | null> {
  const segments = await requestsIn(house, turn, controller, { decided, whole: null });
  if (isBySentence(segments)) {
    const first = firstOfDecided(segments, null, runnableIn(controller.catalog));
    return first === null ? null : await inOrder(house, turn, controller, { segments, first, decided: null });
  }
  const [first, second] = segments;
  if (first === undefined || second === undefined || segments.some(({ cut }) => cut === 'words')) return null;
  const likely = [...offered.slice(0, segments.length).map(({ task_type }) => task_type), 'cancel'];
  if (![first, second].every(({ task_type }) => likely.includes(task_type))) return null;
  return await inOrder(house, turn, controller, { segments, first, decided: null });
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
  const runnable = runnableIn(controller.catalog);
  const starts =
    first.task_type === 'cancel' ? (segments.find(({ task_type }) => runnable(task_type)) ?? first) : first;
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
