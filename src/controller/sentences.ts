/** What ends a sentence, or a part of one that stands by itself. A full stop does before a space, and not behind the number of a list. */
const END = /(?:[。；;！!？?\n]|(?<!(?:^|\n)\s*\d+)\.(?=\s))+\s*/gu;

/** The sentences of a text as they stand, each with the mark that ends it. */
export function sentencesIn(text: string): string[] {
  const ends = [...text.matchAll(END)].map(({ index, 0: found }) => index + found.length);
  const places = [0, ...ends.filter((at) => at < text.length), text.length];
  return places
    .slice(1)
    .map((end, at) => text.slice(places[at], end).trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
