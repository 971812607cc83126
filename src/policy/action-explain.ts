import type { ActionCandidate } from './action-candidates.js';
import type { Ranked } from './action-decide.js';
import { FACTS, SCORE_TERMS, scoreTerms } from './action-facts.js';
import { type ActionInput, type ActionWeights, blocksOf, vectorOf } from './action-model.js';
import { BLOCKS, SCORED } from './action-space.js';
import { FACT_WORDS, TERM_WORDS } from './action-words.js';
import { spaced, visitFeatures } from './features.js';
import { findRow } from './key-table.js';
import { tokenize } from './tokens.js';

/** One reason for or against an action: words of the request, or what the state or the route scores say. */
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

/**
 * What spoke for and against one of the ranked actions, compared with its rivals: each feature's part of its utility less the average of the others',
 * weighed by their probabilities. n-grams that read alike are one reason.
 */
export function explainAction(
  weights: ActionWeights,
  input: ActionInput,
  ranked: readonly Ranked[],
  chosen: Ranked,
  { count, language }: { count: number; language: 'en' | 'zh' },
): ActionExplanation {
  const at = language === 'en' ? 0 : 1;
  const vector = vectorOf(input, weights);
  const shares = sharesAgainst(ranked, chosen);
  const blocks = new Float64Array(BLOCKS.length);
  for (const [candidate, share] of shares) {
    for (const block of blocksOf(candidate)) blocks[block] = (blocks[block] as number) + share;
  }
  const texts = textsByRow(weights, input.text);
  const reasons = new Map<string, number>();
  const add = (text: string, weight: number) => reasons.set(text, (reasons.get(text) ?? 0) + weight);
  for (let each = 0; each < vector.rows.length; each += 1) {
    const row = vector.rows[each] as number;
    const fact = FACTS[row - weights.idf.length];
    let weight = 0;
    for (let block = 0; block < BLOCKS.length; block += 1) {
      weight += (blocks[block] as number) * (weights.rows[row * BLOCKS.length + block] as number);
    }
    const text = fact === undefined ? texts.get(row) : `(${FACT_WORDS[fact][at]})`;
    if (text !== undefined) add(text, weight * (weights.scale[row] as number) * (vector.values[each] as number));
  }
  for (const [candidate, share] of shares) {
    if (candidate.kind === 'observe') continue;
    const base = SCORED.indexOf(candidate.scored) * SCORE_TERMS.length;
    for (const [term, value] of scoreTerms(candidate).entries()) {
      const name = SCORE_TERMS[term];
      if (name === undefined || candidate !== chosen.candidate) continue;
      add(`(${TERM_WORDS[name][at]})`, share * value * (weights.terms[base + term] as number));
    }
  }
  const sorted = [...reasons]
    .map(([text, weight]) => ({ text, contribution: weight }))
    .sort((one, other) => other.contribution - one.contribution);
  return {
    for: sorted.filter(({ contribution }) => contribution > 0).slice(0, count),
    against: sorted
      .filter(({ contribution }) => contribution < 0)
      .reverse()
      .slice(0, count),
  };
}

/** 1 for the chosen action, and less than 0 for the others: −1 among them, by their probabilities. */
function sharesAgainst(ranked: readonly Ranked[], chosen: Ranked): Map<ActionCandidate, number> {
  const others = ranked.filter((each) => each !== chosen);
  const sum = others.reduce((total, { probability }) => total + probability, 0) || 1;
  return new Map([
    [chosen.candidate, 1],
    ...others.map(({ candidate, probability }) => [candidate, -probability / sum] as const),
  ]);
}

function textsByRow({ table }: ActionWeights, text: string): Map<number, string> {
  const tokens = tokenize(text);
  const line = spaced(tokens);
  const texts = new Map<number, string>();
  visitFeatures(tokens, (key, _weight, kind, from, to) => {
    const row = findRow(table, key);
    if (row < 0 || texts.has(row)) return;
    const [first = '', second = ''] = [tokens[from], tokens[to]];
    texts.set(
      row,
      kind === 'char'
        ? line.slice(from, to + 1).trim()
        : kind === 'pair'
          ? `${first} ${second}`
          : kind === 'near'
            ? `${first} … ${second}`
            : first,
    );
  });
  return texts;
}
