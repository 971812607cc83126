import { FIRST_STATE, hashText, seal } from './hash.js';
import { isMark, tokenize } from './tokens.js';

/** Names a text by its words and question marks alone, in their order: 32 bits. Case, other punctuation and spaces make no difference. */
export function textHash(text: string): number {
  const tokens = tokenize(text).filter((token) => token === '?' || !isMark(token));
  return seal(tokens.reduce((state, token) => hashText(hashText(state, token), ' '), FIRST_STATE));
}
