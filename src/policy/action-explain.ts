import type { Ranked } from './action-decide.js';
import { FACTS, type Fact, type Reading, SCORE_TERMS, type ScoreTerm, scoreTerms } from './action-facts.js';
import { type ActionVector, type ActionWeights, blocksOf } from './action-model.js';
import { BLOCKS, SCORED } from './action-space.js';
import { GENERAL_WORDS, READING_WORDS, STATE_WORDS, TERM_WORDS } from './action-words.js';

/** One reason for or against an action: what the request reads like, what the state is, or how well a type's own texts fit. */
export interface ActionReason {
  readonly text: string;
  /** What it adds to the action's utility over its rivals'. */
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
 * What spoke for and against the `explained` most probable actions, each compared with its rivals: every fact's part of its utility less the
 * average of the others', weighed by their probabilities. All that one reading adds, alone and in the state at hand, is one reason.
 */
export function explainActions(
  weights: ActionWeights,
  { vector, words }: DecidedOn,
  ranked: readonly Ranked[],
  { explained, reasons, language }: { explained: number; reasons: number; language: 'en' | 'zh' },
): ActionExplanation[] {
  const quoted = new Map<Reading, string>();
  const wordsOf = (reading: Reading): string => {
    const known = quoted.get(reading) ?? quotedWords(words(reading));
    quoted.set(reading, known);
    return known;
  };
  const like = likeliest(vector);
  return ranked.slice(0, explained).map((chosen) => {
    const summed = new Map<string, number>();
    const add = (text: string, part: number) => summed.set(text, (summed.get(text) ?? 0) + part);
    for (const { fact, part } of factParts(weights, vector, ranked, chosen)) {
      add(inWords(fact, like, language), part);
    }
    for (const { term, part } of termParts(weights, chosen)) add(TERM_WORDS[term][language === 'en' ? 0 : 1], part);
    const sorted = [...summed].sort(([, one], [, other]) => other - one);
    const told = (each: readonly (readonly [string, number])[]): ActionReason[] =>
      each.slice(0, reasons).map(([text, contribution]) => ({ text: `(${text})`, contribution }));
    const readingIn = new Map([...like].map((reading) => [readingWords(reading, true, language), reading]));
    const withWords = ({ text, contribution }: ActionReason): ActionReason => {
      const reading = readingIn.get(text.slice(1, -1));
      const evidence = reading === undefined ? '' : wordsOf(reading);
      return { text: evidence === '' ? text : `${evidence} ${text}`, contribution };
    };
    return {
      for: told(sorted.filter(([, part]) => part > 0)).map(withWords),
      against: told(sorted.filter(([, part]) => part < 0).reverse()).map(withWords),
    };
  });
}

/** The readings that a request is somewhat inside of. */
function likeliest({ rows }: ActionVector): ReadonlySet<Reading> {
  const clear = [...rows].map((row) => FACTS[row]).filter((fact) => fact?.name.endsWith('.clear'));
  return new Set(clear.flatMap((fact) => (fact?.reading == null ? [] : [fact.reading])));
}

function inWords({ reading, state, general }: Fact, like: ReadonlySet<Reading>, language: 'en' | 'zh'): string {
  const at = language === 'en' ? 0 : 1;
  if (reading !== null) return readingWords(reading, like.has(reading), language);
  if (state !== null) return STATE_WORDS[state][at];
  return general === null ? '' : GENERAL_WORDS[general][at];
}

function readingWords(reading: Reading, like: boolean, language: 'en' | 'zh'): string {
  const [en, zh] = READING_WORDS[reading];
  if (language === 'zh') return like ? `像是${zh}` : `不像是${zh}`;
  return like ? `reads like ${en}` : `does not read like ${en}`;
}

function quotedWords(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(' ');
}

function factParts(
  weights: ActionWeights,
  { rows, values }: ActionVector,
  ranked: readonly Ranked[],
  { candidate: chosen, probability }: Ranked,
): { fact: Fact; part: number }[] {
  const others = 1 - probability || 1;
  const blocks = new Float64Array(BLOCKS.length);
  for (const { candidate, probability: share } of ranked) {
    const weight = candidate === chosen ? 1 : -share / others;
    for (const block of blocksOf(candidate)) blocks[block] = (blocks[block] as number) + weight;
  }
  return [...rows].map((row, each) => {
    let sum = 0;
    for (let block = 0; block < BLOCKS.length; block += 1) {
      sum += (blocks[block] as number) * (weights.rows[row * BLOCKS.length + block] as number);
    }
    return { fact: FACTS[row] as Fact, part: sum * (values[each] as number) };
  });
}

function termParts({ terms }: ActionWeights, { candidate }: Ranked): { term: ScoreTerm; part: number }[] {
  if (candidate.kind === 'observe') return [];
  const base = SCORED.indexOf(candidate.scored) * SCORE_TERMS.length;
  const own = scoreTerms(candidate);
  return SCORE_TERMS.map((term, at) => ({ term, part: (own[at] as number) * (terms[base + at] as number) }));
}
