import type { Ranked } from './action-decide.js';
import { FACTS, SCORE_TERMS, type ScoreTerm, scoreTerms } from './action-facts.js';
import { type ActionVector, type ActionWeights, blocksOf } from './action-model.js';
import { BLOCKS, SCORED } from './action-space.js';
import { FACT_WORDS, TERM_WORDS } from './action-words.js';
import { extract, spaced, visitFeatures } from './features.js';
import { findRow } from './key-table.js';

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

/** Rows with the largest parts, looked at each way; more are never shown, even where several read alike. */
const STRONGEST = 24;

/**
 * What spoke for and against the `explained` most probable actions, each compared with its rivals: every feature's part of its utility less the
 * average of the others', weighed by their probabilities. n-grams that read alike are one reason.
 */
export function explainActions(
  weights: ActionWeights,
  { text, vector }: { readonly text: string; readonly vector: ActionVector },
  ranked: readonly Ranked[],
  { explained, reasons, language }: { explained: number; reasons: number; language: 'en' | 'zh' },
): ActionExplanation[] {
  const parts = ranked.slice(0, explained).map((chosen) => strongestParts(weights, vector, ranked, chosen));
  const texts = textsOfRows(weights, text, new Set(parts.flatMap(({ rows }) => rows.map(({ row }) => row))));
  const at = language === 'en' ? 0 : 1;
  return parts.map(({ rows, terms }) => {
    const summed = new Map<string, number>();
    const add = (text: string, part: number) => summed.set(text, (summed.get(text) ?? 0) + part);
    for (const { row, part } of rows) {
      const fact = FACTS[row - weights.idf.length];
      add(fact === undefined ? (texts.get(row) ?? '') : `(${FACT_WORDS[fact][at]})`, part);
    }
    for (const { term, part } of terms) add(`(${TERM_WORDS[term][at]})`, part);
    const sorted = [...summed]
      .map(([text, contribution]) => ({ text, contribution }))
      .sort((one, other) => other.contribution - one.contribution);
    const against = sorted.filter(({ contribution }) => contribution < 0).reverse();
    return {
      for: sorted.filter(({ contribution }) => contribution > 0).slice(0, reasons),
      against: against.slice(0, reasons),
    };
  });
}

interface Parts {
  readonly rows: readonly { readonly row: number; readonly part: number }[];
  readonly terms: readonly { readonly term: ScoreTerm; readonly part: number }[];
}

/** The parts of a utility, over its rivals', before they have words: of the features' rows only the strongest each way. */
function strongestParts(
  weights: ActionWeights,
  { rows, values }: ActionVector,
  ranked: readonly Ranked[],
  { candidate: chosen, probability }: Ranked,
): Parts {
  const others = 1 - probability || 1;
  const blocks = new Float64Array(BLOCKS.length);
  for (const { candidate, probability: share } of ranked) {
    const weight = candidate === chosen ? 1 : -share / others;
    for (const block of blocksOf(candidate)) blocks[block] = (blocks[block] as number) + weight;
  }
  const parts: { row: number; part: number }[] = [];
  for (let each = 0; each < rows.length; each += 1) {
    const row = rows[each] as number;
    let sum = 0;
    for (let block = 0; block < BLOCKS.length; block += 1) {
      sum += (blocks[block] as number) * (weights.rows[row * BLOCKS.length + block] as number);
    }
    parts.push({ row, part: sum * (weights.scale[row] as number) * (values[each] as number) });
  }
  parts.sort((one, other) => other.part - one.part);
  const strongest = parts.length <= 2 * STRONGEST ? parts : [...parts.slice(0, STRONGEST), ...parts.slice(-STRONGEST)];
  if (chosen.kind === 'observe') return { rows: strongest, terms: [] };
  const base = SCORED.indexOf(chosen.scored) * SCORE_TERMS.length;
  const own = scoreTerms(chosen);
  const terms = SCORE_TERMS.map((term, at) => ({
    term,
    part: (own[at] as number) * (weights.terms[base + at] as number),
  }));
  return { rows: strongest, terms };
}

function textsOfRows({ table }: ActionWeights, text: string, wanted: ReadonlySet<number>): Map<number, string> {
  const { tokens } = extract(text);
  const line = spaced(tokens);
  const texts = new Map<number, string>();
  visitFeatures(tokens, (key, _weight, kind, from, to) => {
    const row = findRow(table, key);
    if (!wanted.has(row) || texts.has(row)) return;
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
