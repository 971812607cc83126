import type { Observed } from './action-candidates.js';
import type { Scene } from './action-scene.js';
import { EMBEDDED_TOOLS, isBuiltIn } from './action-space.js';
import type { RouteScores } from './score.js';

/** Everything a decision may turn on besides the words. The order is part of the file format. */
export const FACTS = [
  'always',
  'history',
  'long_history',
  'running_one',
  'running_several',
  'last_running',
  'last_done',
  'last_failed',
  'last_stopped',
  'last_was_executor',
  'asked_status',
  'failed_newest',
  'failed_earlier',
  'failed_executor',
  'summaries',
  'meta',
  'pending',
  ...EMBEDDED_TOOLS.map((tool) => `observed_${tool}` as const),
  'observation_failed',
  'short_text',
  'long_text',
  'unknown_words',
  'unknown_to_index',
  'route',
  'route_clear',
  'route_inside',
  'route_lead',
  'route_lead_negative',
] as const;
export type Fact = (typeof FACTS)[number];

export interface FactInput {
  readonly scene: Scene;
  readonly observed: readonly Observed[];
  /** Those applicable. */
  readonly routes: RouteScores;
  /** Tokens of the request. */
  readonly tokens: number;
  /** Share, 0..1, of the request's n-grams that the action model was never trained on. */
  readonly unknown_words: number;
}

/** Values of FACTS, in their order, each within about −1..1. */
export function factValues({ scene, observed, routes, tokens, unknown_words }: FactInput): Float64Array {
  const { running, last, failed } = scene;
  const made = (tool: string) => observed.some((each) => each.tool === tool && each.ok);
  const own = routes.routes.find(({ label }) => !isBuiltIn(label))?.score ?? -2;
  const rival = routes.routes.find(({ label }) => isBuiltIn(label))?.score ?? -2;
  const lead = own - rival;
  const values: Record<Fact, number> = {
    always: 1,
    history: flag(scene.rounds > 0),
    long_history: flag(scene.rounds > 3),
    running_one: flag(running.length === 1),
    running_several: flag(running.length > 1),
    last_running: flag(last?.status === 'running'),
    last_done: flag(last?.status === 'done'),
    last_failed: flag(last?.status === 'failed'),
    last_stopped: flag(last?.status === 'cancelled' || last?.status === 'needs_input'),
    last_was_executor: flag(last?.type === 'executor'),
    asked_status: flag(scene.asked_status),
    failed_newest: flag(failed?.newest === true),
    failed_earlier: flag(failed?.newest === false),
    failed_executor: flag(failed?.type === 'executor'),
    summaries: flag(scene.summaries > 0),
    meta: flag(scene.meta),
    pending: flag(scene.pending),
    observed_build_context_view: flag(made('build_context_view')),
    observed_previous_failed_track: flag(made('previous_failed_track')),
    observed_beijing_time: flag(made('beijing_time')),
    observation_failed: flag(observed.some(({ ok }) => !ok)),
    short_text: Math.max(0, 1 - tokens / 12),
    long_text: Math.min(1, Math.max(0, tokens - 12) / 40),
    unknown_words,
    unknown_to_index: routes.unknown_mass,
    route: held(own, -1.5, 1.5),
    route_clear: held(own + 0.5, 0, 1.5),
    route_inside: held(own, 0, 1.5),
    route_lead: held(lead, 0, 1.5),
    route_lead_negative: held(-lead, 0, 1.5),
  };
  return Float64Array.from(FACTS, (fact) => values[fact]);
}

export function held(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

function flag(holds: boolean): number {
  return holds ? 1 : 0;
}

/** What a candidate's own route score says, weighed alike for all registered types. The order is part of the file format. */
export const SCORE_TERMS = ['score', 'score_clear', 'score_inside', 'lead', 'trail', 'best'] as const;
export type ScoreTerm = (typeof SCORE_TERMS)[number];

export function scoreTerms({ score, lead }: { score: number; lead: number }): number[] {
  return [
    held(score, -1.5, 1.5),
    held(score + 0.5, 0, 1.5),
    held(score, 0, 1.5),
    held(lead, 0, 1.5),
    held(-lead, 0, 1.5),
    flag(lead > 0),
  ];
}
