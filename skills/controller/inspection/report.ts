import { type Language, say } from '../../kit/language.js';
import { type ReportPage, reportPage, type Section } from '../../kit/report/report-page.js';
import type { Tone } from '../../kit/report/sections.js';
import type { Status } from './finding.js';
import type { Facts, Inspected } from './inspect.js';
import { countsOf, headline, rowOf, sayName, sayRefusal, sayValue, worstFirst } from './render.js';
import type { Kind } from './target.js';

export function report(facts: Facts, language: Language): ReportPage {
  return reportPage({
    title: say(language, '巡检', 'Inspection'),
    language,
    verdict: facts.verdict,
    summary: headline(facts, language),
    sections: facts.refusal
      ? [{ kind: 'text', text: sayRefusal(facts.refusal, language) }]
      : [...counts(facts, language), ...table(facts, language), ...bars(facts, language)],
  });
}

const TONES: Readonly<Record<Status, Tone>> = { passed: 'good', warned: 'warn', failed: 'bad', error: 'warn' };

function counts({ inspected }: Facts, language: Language): Section[] {
  const { passed, warned, failed, error } = countsOf(inspected);
  return [
    {
      kind: 'facts',
      facts: [
        { name: say(language, '正常', 'passed'), value: passed, tone: 'good' },
        { name: say(language, '警告', 'warned'), value: warned, tone: warned > 0 ? 'warn' : 'plain' },
        { name: say(language, '异常', 'failed'), value: failed, tone: failed > 0 ? 'bad' : 'plain' },
        { name: say(language, '无法检查', 'could not be checked'), value: error, tone: error > 0 ? 'warn' : 'plain' },
      ],
    },
  ];
}

function table({ inspected }: Facts, language: Language): Section[] {
  const rows = worstFirst(inspected);
  return [
    {
      kind: 'table',
      title: say(language, '目标', 'Targets'),
      columns: [
        say(language, '状态', 'status'),
        say(language, '目标', 'target'),
        say(language, '值', 'value'),
        say(language, '说明', 'details'),
      ],
      rows: rows.map((one) => rowOf(one, language)),
      tones: rows.map(({ status }) => TONES[status]),
    },
  ];
}

/** Kinds whose values are worth a picture. */
const CHARTS: readonly (readonly [kinds: readonly Kind[], zh: string, en: string, max: number | null])[] = [
  [['disk', 'memory'], '已用（%）', 'Used (%)', 100],
  [['certificate'], '证书剩余天数', 'Days left of certificates', null],
  [['http', 'port'], '应答时间（毫秒）', 'Answer times (ms)', null],
];

function bars({ inspected }: Facts, language: Language): Section[] {
  return CHARTS.flatMap(([kinds, zh, en, max]) => {
    const shown = inspected.filter(({ target, finding }) => kinds.includes(target.kind) && finding.value !== null);
    if (shown.length === 0) return [];
    return [
      {
        kind: 'bars' as const,
        title: say(language, zh, en),
        bars: shown.map((one) => barOf(one, language)),
        ...(max === null ? {} : { max }),
      },
    ];
  });
}

function barOf({ target, finding, status }: Inspected, language: Language) {
  return {
    name: sayName(target, language),
    value: finding.value ?? 0,
    text: sayValue(target.kind, finding.value, language),
    tone: TONES[status],
  };
}
