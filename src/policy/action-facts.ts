import type { Observed } from './action-candidates.js';
import type { Scene } from './action-scene.js';
import { EMBEDDED_TOOLS, isBuiltIn } from './action-space.js';
import { extract } from './features.js';
import { INTENTS, isIntent } from './intents.js';
import type { RouteScore, RouteScores } from './score.js';

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

/** A decision's features, shared by all candidates: which of FACTS are not 0, in their order, and how much each holds: within about −2..2. */
export interface ActionVector {
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

const told = { count: 0, rows: new Int32Array(FACTS.length), values: new Float64Array(FACTS.length) };

function tell(fact: number, value: number): void {
  if (value === 0) return;
  told.rows[told.count] = fact;
  told.values[told.count] = value;
  told.count += 1;
}

export function factsOf(input: FactInput): ActionVector {
  told.count = 0;
  const states = stateValues(input);
  const scores = scoresOf(input.routes);
  const readings = readingValues(input.routes, scores);
  let fact = 0;
  for (const value of generalValues(input, scores)) tell(fact++, value);
  for (const holds of states) tell(fact++, holds);
  for (const { score, clear, best, lead } of readings) {
    tell(fact, score);
    tell(fact + 1, clear);
    tell(fact + 2, best);
    tell(fact + 3, lead);
    fact += READING_TERMS.length;
  }
  const beside = BESIDE.map((reading) => input.routes.beside.get(reading) ?? NO_SCORE);
  const most = Math.max(...beside);
  for (const score of beside) {
    tell(fact, within(score, -1.5, 2.5));
    tell(fact + 1, within(score - CLEAR_FROM, 0, 2.5));
    tell(fact + 2, within(score, 0, 2.5));
    tell(fact + 3, flag(score === most));
    fact += BESIDE_TERMS.length;
  }
  for (const { score, clear, best } of readings) {
    fact = tellCrossed(fact, score, states);
    fact = tellCrossed(fact, clear, states);
    fact = tellCrossed(fact, best, states);
  }
  return { rows: told.rows.slice(0, told.count), values: told.values.slice(0, told.count) };
}

/** What a reading in a state comes to, for every state; the fact after them. */
function tellCrossed(fact: number, value: number, states: readonly number[]): number {
  if (value !== 0) {
    for (let state = 0; state < STATES.length; state += 1) if (states[state] === 1) tell(fact + state, CROSSED * value);
  }
  return fact + STATES.length;
}

/** The type a reading stands for where it is the best of the registered ones; null where there is none. */
export function bestRegistered({ routes }: Pick<RouteScores, 'routes'>): string | null {
  return routes.find(({ label }) => !isBuiltIn(label))?.label ?? null;
}

/** The scores of the built-in types, and of the two best others; NO_SCORE twice where there is none. */
interface Scores {
  readonly builtIn: ReadonlyMap<string, number>;
  readonly first: number;
  readonly second: number;
}

function scoresOf({ routes }: RouteScores): Scores {
  const builtIn = new Map<string, number>();
  let [first, second] = [2 * NO_SCORE, 2 * NO_SCORE];
  let others = 0;
  // Best first. By place: there may be hundreds.
  for (let at = 0; at < routes.length; at += 1) {
    const { label, score } = routes[at] as RouteScore;
    if (isBuiltIn(label)) {
      builtIn.set(label, score);
      continue;
    }
    if (others === 0) first = score;
    else if (others === 1) second = score;
    others += 1;
  }
  return { builtIn, first, second };
}

function generalValues({ text, routes: { routes, unknown_mass } }: FactInput, scores: Scores): number[] {
  const tokens = extract(text).tokens.length;
  const { builtIn, first, second } = scores;
  const rival = Math.max(NO_SCORE, ...builtIn.values());
  const values: Record<General, number> = {
    always: 1,
    short_text: Math.max(0, 1 - tokens / 12),
    long_text: Math.min(1, Math.max(0, tokens - 12) / 40),
    unknown_to_index: unknown_mass,
    many_types: within(bits(routes.length) / 3 - 0.8, 0, 2),
    route_gap: within(first - second, 0, 1.5),
    route_lead: within(first - rival, -1.5, 1.5),
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

function readingValues({ intents }: RouteScores, { builtIn, first }: Scores): ReadingValues[] {
  const scores = READINGS.map((reading) => {
    if (reading === 'registered') return first;
    return (isIntent(reading) ? intents.get(reading) : builtIn.get(reading)) ?? NO_SCORE;
  });
  const most = Math.max(...scores);
  const next = Math.max(...scores.filter((_, at) => at !== scores.indexOf(most)));
  return scores.map((score, at) => ({
    score: within(score, -1.5, 2.5),
    clear: within(score - CLEAR_FROM, 0, 2.5),
    best: flag(score === most),
    lead: within(score - (at === scores.indexOf(most) ? next : most), -1.5, 2.5),
  }));
}

/** The binary logarithm, straight between powers of two: the same on every engine, which `Math.log2` need not be. */
function bits(count: number): number {
  const whole = 31 - Math.clz32(Math.max(1, count));
  return whole + count / 2 ** whole - 1;
}

export function within(value: number, least: number, most: number): number {
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
    within(score, -1.5, 1.5),
    within(score + 0.5, 0, 1.5),
    within(score, 0, 1.5),
    within(lead, 0, 1.5),
    within(-lead, 0, 1.5),
    flag(lead > 0),
  ];
}
