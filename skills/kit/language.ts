export type Language = 'zh' | 'en';

export type Verdict = 'passed' | 'failed' | 'error';

export function say(language: Language, zh: string, en: string): string {
  return language === 'zh' ? zh : en;
}
