export type Language = 'zh' | 'en';

/** The language people are answered in: what they wrote in, else their locale's. */
export function languageOf(text: string, locale: string | undefined): Language {
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  if (/\p{Letter}/u.test(text)) return 'en';
  return languageOfLocale(locale);
}

/** One word, or at most four characters where words are not set apart: a value or a name rather than a sentence. */
export function isWord(text: string): boolean {
  const trimmed = text.trim();
  return !/\s/u.test(trimmed) && (!/\p{Script=Han}/u.test(trimmed) || trimmed.length <= 4);
}

/** Words of a language are all letters: a date, a number, an address or an id has none, and says nothing of who wrote it. */
export function hasWords(text: string): boolean {
  return (
    /\p{Script=Han}/u.test(text) || text.split(/\s+/u).some((part) => /^\p{P}*\p{L}[\p{L}'’-]*\p{P}*$/u.test(part))
  );
}

/** The language of the first of these texts that has words; of none: the locale's. */
export function languageOfFirst(texts: readonly string[], locale: string | undefined): Language {
  return languageOf(texts.find(hasWords) ?? '', locale);
}

/** `locale` as in LC_ALL, LC_MESSAGES or LANG. */
export function languageOfLocale(locale: string | undefined): Language {
  return /^zh/i.test(locale ?? '') ? 'zh' : 'en';
}
