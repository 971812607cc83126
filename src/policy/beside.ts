import { KIND_WEIGHT } from './features.js';
import type { RouteIndex } from './index-layout.js';
import { findRow } from './key-table.js';
import { KIND, nGramsOf, spaced } from './n-grams.js';
import { tokenize } from './tokens.js';

/** Share of what the most telling token says for a label, from which on a token is one of its own. */
const CLAIMED = 0.2;

/**
 * The tokens of a text that a label's own texts have nothing to do with: what is said of it. Of “stop the nightly batch” and a label
 * that runs that batch, “stop”.
 */
export function beside(index: RouteIndex, tokens: readonly string[], column: number): string[] {
  const said = saidFor(index, tokens, column);
  const most = Math.max(0, ...said);
  return most === 0 ? [...tokens] : tokens.filter((_, at) => (said[at] as number) < CLAIMED * most);
}

/** A text without a label's own words; the whole of it where the index has no such label. */
export function textBeside(index: RouteIndex, text: string, label: string): string {
  const column = index.labels.findIndex(({ name }) => name === label);
  const tokens = tokenize(text);
  return (column < 0 ? tokens : beside(index, tokens, column)).join(' ');
}

/** What each token adds to a column's score: its share in every n-gram that it is a part of. */
function saidFor({ table, idf, scale, weights, stride }: RouteIndex, tokens: readonly string[], column: number) {
  const said = new Float64Array(tokens.length);
  const places = placesIn(tokens);
  const { count, keys, kinds, from, to } = nGramsOf(tokens);
  for (let each = 0; each < count; each += 1) {
    const row = findRow(table, keys[each] as number);
    if (row < 0) continue;
    const kind = kinds[each] as number;
    const weight = KIND_WEIGHT[kind] as number;
    const adds = weight * (idf[row] as number) * (scale[row] as number) * (weights[row * stride + column] as number);
    const [begins, ends] = [from[each] as number, to[each] as number];
    if (kind === KIND.char) {
      const [first, last] = [places[begins] as number, places[ends] as number];
      for (let at = first; at <= last; at += 1) said[at] = (said[at] as number) + adds / (last - first + 1);
      continue;
    }
    const share = begins === ends ? adds : adds / 2;
    said[begins] = (said[begins] as number) + share;
    if (begins !== ends) said[ends] = (said[ends] as number) + share;
  }
  return said;
}

/** The token of each character of `spaced(tokens)`: a space belongs to the one before it, the first to the first. */
function placesIn(tokens: readonly string[]): Int32Array {
  const places = new Int32Array(spaced(tokens).length);
  let at = 1;
  for (const [token, text] of tokens.entries()) {
    places.fill(token, at, at + text.length + 1);
    at += text.length + 1;
  }
  return places;
}
