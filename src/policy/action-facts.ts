import type { Observed } from './action-candidates.js';
import type { Scene } from './action-scene.js';
import { EMBEDDED_TOOLS, isBuiltIn } from './action-space.js';
import { INTENTS, isIntent } from './intents.js';
import type { RouteScores } from './score.js';
import { tokenize } from './tokens.js';

/** What the words of a request can be read as: a built-in type, an intent, or the best of the registered types. */
export const READINGS = ['status', 'cancel', 'executor', ...INTENTS, 'registered'] as const;
export type Reading = (typeof READINGS)[number];

/** What can be said of a registered type: how the words read that are not its own. */
export const BESIDE = READINGS.filter((reading) => reading !== 'registered');
const BESIDE_TERMS = ['score', 'clear', 'inside', 'best'] as const;

/** What a reading's score is turned into. `lead`: over the best other reading. */
const READING_TERMS = ['score', 'clear', 'best', 'lead'] as const;
/** Those of them that are also taken times every state. */
const CROSSED_TERMS = ['score', 'clear', 'best'] as const;

export const STATES = [
  'history',
  'long_history',
  'running_one',
  'running_several',
  'last_running',
  'last_done',
  'last_failed',
  'last_stopped',
  'last_was_executor',
  'last_gone',
  'asked_status',
  'failed_newest',
  'failed_earlier',
  'failed_executor',
  'summaries',
  'meta',
  'pending',
  ...EMBEDDED_TOOLS.map((tool) => `observed_${tool}` as const),
  'observation_failed',
] as const;
export type State = (typeof STATES)[number];

export const GENERAL = [
  'always',
  'short_text',
  'long_text',
  'unknown_to_index',
  'many_types',
  'route_gap',
  'route_lead',
] as const;
export type General = (typeof GENERAL)[number];

/** One number a decision may turn on: of the state, of how the words are read, or a reading in a state. */
export interface Fact {
  readonly name: string;
  /** What the words read like that are not those of the best registered type. */
  readonly beside: Reading | null;
  readonly reading: Reading | null;
  readonly state: State | null;
  readonly general: General | null;
}

const NO_FACT: Omit<Fact, 'name'> = { beside: null, reading: null, state: null, general: null };

/** Everything a decision may turn on. The order is part of the file format. */
export const FACTS: readonly Fact[] = [
  ...GENERAL.map((general) => ({ ...NO_FACT, name: general, general })),
  ...STATES.map((state) => ({ ...NO_FACT, name: state, state })),
  ...READINGS.flatMap((reading) => READING_TERMS.map((term) => ({ ...NO_FACT, name: `${reading}.${term}`, reading }))),
  ...BESIDE.flatMap((beside) => BESIDE_TERMS.map((term) => ({ ...NO_FACT, name: `beside.${beside}.${term}`, beside }))),
  ...READINGS.flatMap((reading) =>
    CROSSED_TERMS.flatMap((term) =>
      STATES.map((state) => ({ ...NO_FACT, name: `${reading}.${term} ${state}`, reading, state })),
    ),
  ),
];

export interface FactInput {
  readonly text: string;
  readonly scene: Scene;
  readonly observed: readonly Observed[];
  /** Those applicable. */
  readonly routes: RouteScores;
}

/** A reading in a state counts for less than either alone: there are many of them. */
const CROSSED = 0.7;
/** Score from which a text is somewhat inside. */
const CLEAR_FROM = -0.4;
/** What stands for a score where there is none. */
const NO_SCORE = -1;

/** Calls back for each of FACTS that is not 0, in their order, with its value: within about −2..2. */
export function visitFacts(input: FactInput, visit: (fact: number, value: number) => void): void {
  let fact = 0;
  const tell = (value: number) => {
    if (value !== 0) visit(fact, value);
    fact += 1;
  };
  const states = stateValues(input);
  for (const value of generalValues(input)) tell(value);
  for (const holds of states) tell(holds);
  const readings = readingValues(input.routes);
  for (const { score, clear, best, lead } of readings) for (const value of [score, clear, best, lead]) tell(value);
  const beside = BESIDE.map((reading) => input.routes.beside.get(reading) ?? NO_SCORE);
  const most = Math.max(...beside);
  for (const score of beside) {
    tell(held(score, -1.5, 2.5));
    tell(held(score - CLEAR_FROM, 0, 2.5));
    tell(held(score, 0, 2.5));
    tell(flag(score === most));
  }
  const holding = [...states.keys()].filter((state) => states[state] === 1);
  for (const { score, clear, best } of readings) {
    for (const value of [score, clear, best]) {
      if (value !== 0) for (const state of holding) visit(fact + state, CROSSED * value);
      fact += STATES.length;
    }
  }
}

/** The type a reading stands for where it is the best of the registered ones; null where there is none. */
export function bestRegistered({ routes }: Pick<RouteScores, 'routes'>): string | null {
  return routes.find(({ label }) => !isBuiltIn(label))?.label ?? null;
}

function generalValues({ text, routes: { routes, unknown_mass } }: FactInput): number[] {
  const tokens = tokenize(text).length;
  // Best first.
  const [own, builtIn] = [
    routes.filter(({ label }) => !isBuiltIn(label)),
    routes.filter(({ label }) => isBuiltIn(label)),
  ];
  const first = own[0]?.score ?? 2 * NO_SCORE;
  const second = own[1]?.score ?? 2 * NO_SCORE;
  const rival = Math.max(NO_SCORE, builtIn[0]?.score ?? NO_SCORE);
  const values: Record<General, number> = {
    always: 1,
    short_text: Math.max(0, 1 - tokens / 12),
    long_text: Math.min(1, Math.max(0, tokens - 12) / 40),
    unknown_to_index: unknown_mass,
    many_types: held(bits(routes.length) / 3 - 0.8, 0, 2),
    route_gap: held(first - second, 0, 1.5),
    route_lead: held(first - rival, -1.5, 1.5),
  };
  return GENERAL.map((name) => values[name]);
}

function stateValues({ scene, observed, routes }: FactInput): number[] {
  const { running, last, failed } = scene;
  const made = (tool: string) => observed.some((each) => each.tool === tool && each.ok);
  const values: Record<State, boolean> = {
    history: scene.rounds > 0,
    long_history: scene.rounds > 3,
    running_one: running.length === 1,
    running_several: running.length > 1,
    last_running: last?.status === 'running',
    last_done: last?.status === 'done',
    last_failed: last?.status === 'failed',
    last_stopped: last?.status === 'cancelled' || last?.status === 'needs_input',
    last_was_executor: last?.type === 'executor',
    last_gone: last !== null && !routes.routes.some(({ label }) => label === last.type),
    asked_status: scene.asked_status,
    failed_newest: failed?.newest === true,
    failed_earlier: failed?.newest === false,
    failed_executor: failed?.type === 'executor',
    summaries: scene.summaries > 0,
    meta: scene.meta,
    pending: scene.pending,
    observed_build_context_view: made('build_context_view'),
    observed_previous_failed_track: made('previous_failed_track'),
    observed_beijing_time: made('beijing_time'),
    observation_failed: observed.some(({ ok }) => !ok),
  };
  return STATES.map((name) => flag(values[name]));
}

interface ReadingValues {
  readonly score: number;
  readonly clear: number;
  readonly best: number;
  readonly lead: number;
}

function readingValues({ routes, intents }: RouteScores): ReadingValues[] {
  const builtIn = new Map(routes.filter(({ label }) => isBuiltIn(label)).map(({ label, score }) => [label, score]));
  const own = routes.find(({ label }) => !isBuiltIn(label))?.score ?? 2 * NO_SCORE;
  const scores = READINGS.map((reading) => {
    if (reading === 'registered') return own;
    return (isIntent(reading) ? intents.get(reading) : builtIn.get(reading)) ?? NO_SCORE;
  });
  const most = Math.max(...scores);
  const next = Math.max(...scores.filter((_, at) => at !== scores.indexOf(most)));
  return scores.map((score, at) => ({
    score: held(score, -1.5, 2.5),
    clear: held(score - CLEAR_FROM, 0, 2.5),
    best: flag(score === most),
    lead: held(score - (at === scores.indexOf(most) ? next : most), -1.5, 2.5),
  }));
}

/** The binary logarithm, straight between powers of two: the same on every engine, which `Math.log2` need not be. */
function bits(count: number): number {
  const whole = 31 - Math.clz32(Math.max(1, count));
  return whole + count / 2 ** whole - 1;
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
