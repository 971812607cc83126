import { spaced, visitFeatures } from './features.js';
import type { RouteIndex } from './index-layout.js';
import { findRow } from './key-table.js';
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
  visitFeatures(tokens, (key, weight, kind, from, to) => {
    const row = findRow(table, key);
    if (row < 0) return;
    const adds = weight * (idf[row] as number) * (scale[row] as number) * (weights[row * stride + column] as number);
    if (kind === 'char') {
      const [first, last] = [places[from] as number, places[to] as number];
      for (let at = first; at <= last; at += 1) said[at] = (said[at] as number) + adds / (last - first + 1);
      return;
    }
    const share = from === to ? adds : adds / 2;
    said[from] = (said[from] as number) + share;
    if (from !== to) said[to] = (said[to] as number) + share;
  });
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
