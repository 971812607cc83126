export type Language = 'zh' | 'en';

export type Verdict = 'passed' | 'failed' | 'error';

/** The same in both languages. */
export type Both = readonly [zh: string, en: string];

export function inLanguage([zh, en]: Both, language: Language): string {
  return say(language, zh, en);
}

/** `1 test`, `2 tests`: for English. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

export function say(language: Language, zh: string, en: string): string {
  return language === 'zh' ? zh : en;
}
