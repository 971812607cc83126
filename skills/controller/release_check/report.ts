import { inLanguage, type Language, say } from '../../kit/language.js';
import { type ReportPage, reportPage, type Section } from '../../kit/report/report-page.js';
import { NAMES } from './check.js';
import { headline, MARKS } from './render.js';
import type { Facts } from './run-checks.js';

const TONES = { passed: 'good', failed: 'bad', skipped: 'plain' } as const;

export function report(facts: Facts, language: Language): ReportPage {
  const s = (zh: string, en: string): string => say(language, zh, en);
  const { checks, problem, verdict } = facts;
  const sections: Section[] = [];
  if (problem !== null) sections.push({ kind: 'text', text: inLanguage(problem, language) });
  if (checks.length > 0) {
    sections.push({
      kind: 'table',
      title: s('各项检查', 'Checks'),
      columns: [s('检查', 'check'), s('结果', 'found'), s('怎么办', 'what to do')],
      rows: checks.map(({ name, status, found, to_do }) => [
        `${MARKS[status]} ${inLanguage(NAMES[name], language)}`,
        inLanguage(found, language),
        to_do === null ? '' : inLanguage(to_do, language),
      ]),
      tones: checks.map(({ status }) => TONES[status]),
    });
  }
  for (const { name, details, left_out } of checks) {
    if (details.length === 0) continue;
    const rows = details.map((detail) => [detail]);
    sections.push({
      kind: 'table',
      title: inLanguage(NAMES[name], language),
      columns: [s('位置', 'place')],
      rows,
      left_out,
    });
  }
  sections.push({
    kind: 'facts',
    title: s('检查的对象', 'What was checked'),
    facts: [
      { name: s('版本', 'version'), value: facts.version },
      { name: s('最新标签', 'latest tag'), value: facts.latest_tag },
      { name: s('分支', 'branch'), value: facts.branch },
      { name: s('提交', 'commit'), value: facts.head },
    ],
  });
  const title = s('发布检查报告', 'Release check');
  return reportPage({ title, language, verdict, summary: headline(facts, language), sections });
}
