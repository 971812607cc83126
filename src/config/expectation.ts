import type { Said } from '../errors/said.js';

/** What a schema expects, in both languages. The schema library carries one text an issue, so both travel in it. */
export function expected(en: string, zh: string): string {
  return `${en}\n${zh}`;
}

/** Both languages of a text that `expected` made; any other text is the same in both. */
export function expectationOf(message: string): Said {
  const [en = '', zh = en] = message.split('\n');
  return { en, zh };
}
