import type { Controller } from '../controller/assemble.js';
import type { Candidate } from '../controller/policy.js';
import { type Segment, severalRequests } from '../controller/several-requests.js';
import { userTask } from '../controller/user-task.js';
import type { AlsoAsked } from '../environment/types.js';
import type { GenerateTaskAction } from '../protocol/action.js';
import { isRunnable } from '../skills/is-runnable.js';
import type { Catalog } from '../skills/package.js';
import { asks } from './asks.js';
import { besideParameters } from './value-said.js';

/** What is carried out of a sentence, and what is offered. */
export interface FirstRequest {
  readonly task_type: string;
  readonly content: string;
  readonly also_asked: readonly AlsoAsked[];
}

/**
 * Of several requests in one sentence the first is carried out and the rest offered; a single one is carried out as it was decided. What only
 * says parameters of the one that is carried out is no request of its own. The parameters are read from the whole sentence in any case: what
 * stands after a cut may well be about the first request.
 */
export function firstOf(input: string, controller: Controller, action: GenerateTaskAction): FirstRequest {
  const single = { task_type: action.task_type, content: action.task_content, also_asked: [] };
  if (!runnableIn(controller.catalog)(action.task_type)) return single;
  const segments = segmentsOf(input, controller);
  const decided = segments.find(({ task_type }) => task_type === action.task_type);
  // Between two words a cut is less sure than the decision: that is what is started, wherever it stands.
  const first = segments.some(({ cut }) => cut === 'words') ? decided : segments[0];
  if (first === undefined || decided === undefined) return single;
  const told = withOthers(first, segments, controller);
  return told.also_asked.length === 0 && first === decided ? single : told;
}

/** The same where nothing was decided because more than one of the types that could be meant is asked for. Null: it is one request, or unclear. */
export function firstOfUndecided(
  input: string,
  controller: Controller,
  offered: readonly Candidate[],
): FirstRequest | null {
  const segments = segmentsOf(input, controller);
  const [first, second] = segments;
  if (first === undefined || second === undefined) return null;
  const likely = offered.slice(0, 2).map(({ task_type }) => task_type);
  if (![first, second].every(({ task_type }) => likely.includes(task_type))) return null;
  return withOthers(first, segments, controller);
}

function segmentsOf(input: string, { catalog, actions }: Controller): Segment[] {
  return severalRequests(input, actions.routes, runnableIn(catalog));
}

function runnableIn({ types }: Catalog): (type: string) => boolean {
  return (type) => {
    const pkg = types.get(type);
    return pkg !== undefined && isRunnable(pkg);
  };
}

function withOthers(first: Segment, segments: readonly Segment[], { catalog, actions }: Controller): FirstRequest {
  const { properties = {} } = catalog.types.get(first.task_type)?.params_schema ?? {};
  const others = segments.filter((segment) => {
    if (segment === first) return false;
    const beside = besideParameters(segment.text, properties);
    return beside === segment.text || asks(beside, actions.routes);
  });
  const also_asked = others.map(({ text, task_type }) => ({ said: text, task_type }));
  return { task_type: first.task_type, content: userTask(first.text), also_asked };
}
