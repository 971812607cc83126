/** `name=value`, `name="two words"`: the pairs of a request, in order; a later pair of the same name wins. */
export function keyValues(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const match of text.matchAll(PAIR)) {
    const [, name = '', double, curly, single, bare] = match;
    pairs.set(name, double ?? curly ?? single ?? bare ?? '');
  }
  return pairs;
}

/** A text without its pairs, for where words are weighed: a value is data. A text that is pairs and nothing else stays as it is. */
export function withoutPairs(text: string): string {
  return isOnlyPairs(text) ? text : text.replaceAll(PAIR, ' ').trim();
}

/** A text without those of its pairs that a newer text gives once more. */
export function withoutNewer(text: string, newer: string): string {
  const given = keyValues(newer);
  return text.replaceAll(PAIR, (pair: string, name: string) => (given.has(name) ? ' ' : pair));
}

/** Whether a text is pairs and nothing else. */
export function isOnlyPairs(text: string): boolean {
  return !/[\p{Letter}\p{Number}]/u.test(text.replaceAll(PAIR, ''));
}

/** Chinese and ASCII punctuation ends a bare value; a name starts the text or follows a separator or a Chinese character. */
const PAIR =
  /(?<![\w.=-])([A-Za-z_][\w.-]{0,63})\s{0,4}=(?!=)\s{0,4}(?:"([^"\n]*)"|“([^”\n]*)”|'([^'\n]*)'|([^\s，,；;。、"'“”]+))/gu;
