import type { Said } from '../errors/said.js';
import { nearest } from './nearest.js';

export function didYouMean(word: string): Said {
  return { en: `Did you mean ${word}?`, zh: `是不是想写 ${word}？` };
}

/** What to try instead of a word that is none of the known ones: the nearest, or all of them. */
export function hintFor(word: string, known: readonly string[]): Said {
  const near = nearest(word, known);
  if (near !== null) return didYouMean(near);
  const all = known.join(', ');
  return { en: `Known: ${all}.`, zh: `可用：${all}。` };
}
