export type Language = 'zh' | 'en';

/** The language people are answered in: what they wrote in, else their locale's. */
export function languageOf(text: string, locale: string | undefined): Language {
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  if (/\p{Letter}/u.test(text)) return 'en';
  return languageOfLocale(locale);
}

/** The language of the first of these texts that has words; of none: the locale's. */
export function languageOfFirst(texts: readonly string[], locale: string | undefined): Language {
  return languageOf(texts.find((text) => /\p{Letter}/u.test(text)) ?? '', locale);
}

/** `locale` as in LC_ALL, LC_MESSAGES or LANG. */
export function languageOfLocale(locale: string | undefined): Language {
  return /^zh/i.test(locale ?? '') ? 'zh' : 'en';
}
