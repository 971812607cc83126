import { sayDuration } from '../../kit/duration.js';
import { inLanguage, type Language, say } from '../../kit/language.js';
import { type Check, NAMES } from './check.js';
import type { Facts } from './run-checks.js';

const MAX_DETAILS = 5;

/** The result as text: the verdict, then each check, what was found and what to do. */
export function render(facts: Facts, language: Language): string {
  const lines = [headline(facts, language)];
  if (facts.problem !== null) lines.push(`${say(language, '说明：', 'Note: ')}${inLanguage(facts.problem, language)}`);
  for (const check of facts.checks) lines.push(...sayCheck(check, language));
  return lines.join('\n');
}

export function headline({ verdict, checks, version, branch, duration_ms }: Facts, language: Language): string {
  const word = WORDS[verdict][language];
  if (checks.length === 0) return `${word}${say(language, '。', '.')}`;
  const count = (status: Check['status']): number => checks.filter((check) => check.status === status).length;
  const what = version === null ? '' : ` ${version}`;
  const where = branch ?? say(language, '游离的 HEAD', 'a detached HEAD');
  return say(
    language,
    `${word}：${checks.length} 项检查，通过 ${count('passed')}，未通过 ${count('failed')}，跳过 ${count('skipped')}（${where}${what}，用时 ${sayDuration(duration_ms, language)}）。`,
    `${word}: ${checks.length} checks: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped (${where}${what}, in ${sayDuration(duration_ms, language)}).`,
  );
}

const WORDS = {
  passed: { zh: '发布检查通过', en: 'Ready for release' },
  failed: { zh: '发布检查未通过', en: 'Not ready for release' },
  error: { zh: '发布检查没能完成', en: 'The release check could not be completed' },
} as const;

export const MARKS = { passed: '✓', failed: '✗', skipped: '-' } as const;

function sayCheck(check: Check, language: Language): string[] {
  const colon = say(language, '：', ': ');
  const [first = '', ...more] = inLanguage(check.found, language).split('\n');
  const left = check.left_out + Math.max(0, check.details.length - MAX_DETAILS);
  return [
    `${MARKS[check.status]} ${inLanguage(NAMES[check.name], language)}${colon}${first}`,
    ...more.map((line) => `    ${line}`),
    ...check.details.slice(0, MAX_DETAILS).map((detail) => `    ${detail}`),
    ...(left > 0 ? [say(language, `    ……另有 ${left} 处`, `    … and ${left} more`)] : []),
    ...(check.to_do === null ? [] : [`  → ${inLanguage(check.to_do, language)}`]),
  ];
}
