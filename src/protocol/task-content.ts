/** The two lines every generated task consists of. */
export interface TaskContent {
  goal: string;
  limits: string;
  language: ContentLanguage;
}

export type ContentLanguage = 'zh' | 'en';

const PREFIXES: Record<ContentLanguage, { goal: string; limits: string; space: string }> = {
  zh: { goal: '用户目标：', limits: '任务限制：', space: '' },
  en: { goal: 'Goal:', limits: 'Limits:', space: ' ' },
};

/** Line breaks and runs of blanks inside either part become one space; an empty part becomes `-`. */
export function composeTaskContent({ goal, limits, language }: TaskContent): string {
  const prefix = PREFIXES[language];
  return `${prefix.goal}${prefix.space}${oneLine(goal)}\n${prefix.limits}${prefix.space}${oneLine(limits)}`;
}

/** Null unless the text is exactly two lines, the goal and the limits in one language, neither empty. */
export function parseTaskContent(content: string): TaskContent | null {
  const [first, second, ...more] = content.split('\n');
  if (first === undefined || second === undefined || more.length > 0) return null;
  for (const language of ['zh', 'en'] as const) {
    const prefix = PREFIXES[language];
    if (!first.startsWith(prefix.goal) || !second.startsWith(prefix.limits)) continue;
    const goal = first.slice(prefix.goal.length).trim();
    const limits = second.slice(prefix.limits.length).trim();
    return goal === '' || limits === '' ? null : { goal, limits, language };
  }
  return null;
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, ' ').trim() || '-';
}
