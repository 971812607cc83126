import type { Language } from './language.js';

/** A point ends one only where something else begins: `127.0.0.1` and `data.csv` hold none. */
const SENTENCE = /.+?(?:[。！？]+|[.!?]+(?=\s|$|\p{Script=Han})|$)\s*/gsu;

/** Of a text that says the same in Chinese and English, the sentences in one of them; a text in one language stays whole. */
export function inLanguage(text: string, language: Language): string {
  const sentences = text.match(SENTENCE) ?? [];
  const chinese = (sentence: string): boolean => /\p{Script=Han}/u.test(sentence);
  const wanted = sentences.filter((sentence) => chinese(sentence) === (language === 'zh'));
  return wanted.length === 0 ? text : wanted.join('').trim();
}
