import type { Ranked } from './action-decide.js';
import { type ActionVector, FACTS, type Fact, type Reading, scoreTerms } from './action-facts.js';
import { type ActionWeights, blocksOf, termsOf } from './action-model.js';
import { BLOCK_AT, BLOCKS } from './action-space.js';
import { GENERAL_WORDS, OWN_TEXTS_WORDS, READING_WORDS, STATE_WORDS, UNLIKE_WORDS } from './action-words.js';

/** One reason for or against an action: what the request reads like, what the state is, or how well a type's own texts fit. */
export interface ActionReason {
  readonly text: string;
  /** What it adds to the action's utility over its rival's. */
  readonly contribution: number;
}

export interface ActionExplanation {
  /** Strongest first. */
  readonly for: readonly ActionReason[];
  readonly against: readonly ActionReason[];
}

/** What was decided on: the facts, and the words of the request that speak most for a reading, strongest first. */
export interface DecidedOn {
  readonly vector: ActionVector;
  words(reading: Reading): readonly string[];
}

/**
 * What spoke for and against the `explained` most probable actions: the best one compared with the runner-up, every other with the best. What adds the same
 * to both does not tell them apart and is left out. All that one reading adds, alone and in the state at hand, is one reason.
 */
export function explainActions(
  weights: ActionWeights,
  { vector, words }: DecidedOn,
  ranked: readonly Ranked[],
  { explained, reasons, language }: { explained: number; reasons: number; language: 'en' | 'zh' },
): ActionExplanation[] {
  const like = likeliest(vector, 'reading');
  const besides = likeliest(vector, 'beside');
  const at = language === 'en' ? 0 : 1;
  const inWords = ({ beside, reading, state, general }: Fact): string => {
    if (beside !== null) return besides.has(beside) ? saidOf(beside, language) : UNLIKE_WORDS[at];
    if (reading !== null) return like.has(reading) ? readsLike(reading, words(reading), language) : UNLIKE_WORDS[at];
    if (state !== null) return STATE_WORDS[state][at];
    return general === null ? '' : GENERAL_WORDS[general][at];
  };
  return ranked.slice(0, explained).map((chosen, place) => {
    const rival = ranked[place === 0 ? 1 : 0] ?? null;
    const summed = new Map<string, number>();
    const add = (text: string, part: number) => summed.set(text, (summed.get(text) ?? 0) + part);
    for (const { fact, part } of factParts(weights, vector, chosen, rival)) add(inWords(fact), part);
    add(OWN_TEXTS_WORDS[at], ownTextsPart(weights, chosen) - (rival === null ? 0 : ownTextsPart(weights, rival)));
    const sorted = [...summed].map(([text, contribution]) => ({ text, contribution }));
    sorted.sort((one, other) => other.contribution - one.contribution);
    const against = sorted.filter(({ contribution }) => contribution < 0).reverse();
    return {
      for: sorted.filter(({ contribution }) => contribution > 0).slice(0, reasons),
      against: against.slice(0, reasons),
    };
  });
}

/** The readings that a request, or what it says beside a name, is somewhat inside of. */
function likeliest({ rows }: ActionVector, of: 'reading' | 'beside'): ReadonlySet<Reading> {
  const clear = [...rows].map((row) => FACTS[row]).filter((fact) => fact?.name.endsWith('.clear'));
  return new Set(clear.flatMap((fact) => fact?.[of] ?? []));
}

function readsLike(reading: Reading, words: readonly string[], language: 'en' | 'zh'): string {
  const [en, zh] = READING_WORDS[reading];
  if (language === 'zh') return words.length === 0 ? `像是${zh}` : `像是${zh}（${words.join('、')}）`;
  return words.length === 0 ? `reads like ${en}` : `reads like ${en} (${words.join(', ')})`;
}

function saidOf(reading: Reading, language: 'en' | 'zh'): string {
  const [en, zh] = READING_WORDS[reading];
  return language === 'zh' ? `除去任务名，其余的话像是${zh}` : `what is said beside its name reads like ${en}`;
}

/** What each fact adds to an action over its rival; over none of them where it has none. */
function factParts(
  weights: ActionWeights,
  { rows, values }: ActionVector,
  chosen: Ranked,
  rival: Ranked | null,
): { fact: Fact; part: number }[] {
  const blocks = new Float64Array(BLOCKS.length);
  for (const block of blocksOf(chosen.candidate)) blocks[block] = (blocks[block] as number) + 1;
  const others = rival === null ? [BLOCK_AT.none] : blocksOf(rival.candidate);
  for (const block of others) blocks[block] = (blocks[block] as number) - 1;
  return [...rows].map((row, each) => {
    let sum = 0;
    for (let block = 0; block < BLOCKS.length; block += 1) {
      sum += (blocks[block] as number) * (weights.rows[row * BLOCKS.length + block] as number);
    }
    return { fact: FACTS[row] as Fact, part: sum * (values[each] as number) };
  });
}

function ownTextsPart({ terms }: ActionWeights, { candidate }: Ranked): number {
  if (candidate.kind === 'observe') return 0;
  const own = scoreTerms(candidate);
  const weighed = (base: number) => own.reduce((sum, value, at) => sum + value * (terms[base + at] as number), 0);
  return termsOf(candidate).reduce((sum, base) => sum + weighed(base), 0);
}
