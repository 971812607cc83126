import { FIRST_STATE, hashText, seal } from './hash.js';
import { tokenize } from './tokens.js';

/** Names a text by its words alone, in their order: 32 bits. Case, punctuation and spaces make no difference. */
export function textHash(text: string): number {
  return seal(tokenize(text).reduce((state, token) => hashText(hashText(state, token), ' '), FIRST_STATE));
}
