import { isWork } from '../environment/work.js';
import type { Scene } from './action-scene.js';
import { EMBEDDED_TOOLS, type EmbeddedTool, isBuiltIn, RELATIONS, type Relation, type Scored } from './action-space.js';
import type { RouteScore } from './score.js';

/** One action a decision may choose. */
export type ActionCandidate =
  | { readonly kind: 'observe'; readonly tool: EmbeddedTool }
  | {
      readonly kind: 'generate_task';
      readonly type: string;
      readonly scored: Scored;
      /** Its route score, and how far it lies above the best other one (negative: below). */
      readonly score: number;
      readonly lead: number;
      readonly relations: readonly Relation[];
    };

/** What was observed in this turn already. */
export interface Observed {
  readonly tool: string;
  readonly ok: boolean;
}

/**
 * Registered types that compete. Own scores raise a candidate and nothing else tells unrelated types apart, so that what ranks lower cannot win;
 * leaving it out makes confidences comparable between five types and hundreds.
 */
const PLAUSIBLE = 6;

/** Cancelling applies only while something runs. */
export function applicableRoutes(scene: Scene, routes: readonly RouteScore[]): readonly RouteScore[] {
  return scene.running.length > 0 ? routes : routes.filter(({ label }) => label !== 'cancel');
}

/**
 * Every action that applies to the state, in a fixed order: tools, built-in types, then registered types, best route first. `routes`: those
 * applicable, best first.
 */
export function candidatesOf(
  scene: Scene,
  routes: readonly RouteScore[],
  observed: readonly Observed[],
): ActionCandidate[] {
  const tools = EMBEDDED_TOOLS.filter((tool) => applies(tool, scene) && !observed.some((made) => made.tool === tool));
  const builtIn: TaskCandidate[] = [];
  const registered: TaskCandidate[] = [];
  // By place: it goes through every registered type, and an iterator would make an object for each.
  for (let at = 0; at < routes.length; at += 1) {
    const route = routes[at] as RouteScore;
    const scored = isBuiltIn(route.label) ? route.label : ('type' as const);
    const relations = relationsOf(route.label, scene);
    if (scored === 'type' && registered.length >= PLAUSIBLE && relations.length === 0) continue;
    const lead = route.score - (routes[at === 0 ? 1 : 0]?.score ?? route.score);
    const candidate = {
      kind: 'generate_task' as const,
      type: route.label,
      scored,
      score: route.score,
      lead,
      relations,
    };
    (scored === 'type' ? registered : builtIn).push(candidate);
  }
  builtIn.sort((one, other) => (one.type < other.type ? -1 : 1));
  return [...tools.map((tool) => ({ kind: 'observe' as const, tool })), ...builtIn, ...registered];
}

type TaskCandidate = Extract<ActionCandidate, { kind: 'generate_task' }>;

const NO_RELATION: readonly Relation[] = [];

/** What is asked about and what is stopped are not work themselves. */
function relationsOf(type: string, scene: Scene): readonly Relation[] {
  const occurs = scene.last?.type === type || scene.failed?.type === type || scene.running.includes(type);
  if (!occurs || !isWork(type)) return NO_RELATION;
  return RELATIONS.filter((each) => holds(each, type, scene));
}

function applies(tool: EmbeddedTool, scene: Scene): boolean {
  switch (tool) {
    case 'build_context_view':
      return scene.rounds > 0 || scene.summaries > 0 || scene.meta;
    case 'previous_failed_track':
      return scene.failed !== null;
    case 'beijing_time':
      return true;
  }
}

function holds(relation: Relation, type: string, { failed, last, running }: Scene): boolean {
  switch (relation) {
    case 'failed':
      return failed?.type === type;
    case 'last_done':
      return last?.type === type && last.status === 'done';
    case 'last_cancelled':
      return last?.type === type && (last.status === 'cancelled' || last.status === 'needs_input');
    case 'running':
      return running.includes(type);
  }
}
