import { type Language, say } from '../../kit/language.js';
import { type ReportPage, reportPage, type Section } from '../../kit/report/report-page.js';
import type { Tone } from '../../kit/report/sections.js';
import type { Check } from './limits.js';
import { sayNote } from './notes.js';
import { checkParts, headline, sayMs, sayShare } from './render.js';
import type { Facts, Measured } from './run-load.js';

export function report(facts: Facts, language: Language): ReportPage {
  return reportPage({
    title: `${say(language, '压测', 'Load test')} ${facts.target ?? ''}`.trim(),
    language,
    verdict: facts.verdict,
    summary: headline(facts, language),
    sections: [
      ...limitsOf(facts, language),
      ...(facts.measured ? chartsOf(facts, facts.measured, language) : []),
      ...notesOf(facts, language),
    ],
  });
}

function limitsOf({ checks }: Facts, language: Language): Section[] {
  if (checks.length === 0) return [];
  const s = (zh: string, en: string): string => say(language, zh, en);
  return [
    {
      kind: 'table',
      title: s('要求', 'Limits'),
      columns: [s('结果', 'result'), s('指标', 'figure'), s('测得', 'measured'), s('要求', 'limit')],
      rows: checks.map((check) => {
        const { name, is, wanted, holds } = checkParts(check, language);
        return [`${check.met ? '✓' : '✗'} ${holds}`, name, is, wanted];
      }),
      tones: checks.map(({ met }) => (met ? 'good' : 'bad')),
    },
  ];
}

function chartsOf(
  { order, checks }: Facts,
  { figures, totals, seconds, bytes_per_s }: Measured,
  language: Language,
): Section[] {
  const sections: Section[] = [];
  const limit = order?.limits.p95_ms ?? null;
  const x = say(language, '秒', 'seconds');
  if (figures.latency_ms) {
    const { mean: _mean, ...shown } = figures.latency_ms;
    sections.push({
      kind: 'bars',
      title: say(language, '延迟分布（毫秒）', 'Latency (ms)'),
      bars: Object.entries(shown).map(([name, value]) => ({
        name,
        value,
        text: sayMs(value),
        tone: toneOf(name, checks),
      })),
      ...(limit === null
        ? {}
        : { limit: { name: say(language, 'p95 上限', 'p95 limit'), value: limit, text: sayMs(limit), of: 'p95' } }),
    });
  }
  if (seconds.length > 0) {
    sections.push(
      {
        kind: 'line',
        title: say(language, '每秒请求数', 'Requests per second'),
        ...{ x, y: 'req/s' },
        series: [
          { name: say(language, '应答', 'answers'), points: seconds.map(({ at, rps }) => [at, rps] as const) },
          {
            name: say(language, '失败', 'failures'),
            points: seconds.map(({ at, failures }) => [at, failures] as const),
          },
        ],
      },
      {
        kind: 'line',
        title: say(language, '每秒的 p95', 'p95 in each second'),
        ...{ x, y: 'ms' },
        series: [{ name: 'p95', points: seconds.map(({ at, p95_ms }) => [at, p95_ms] as const) }],
        ...(limit === null ? {} : { limit: { name: say(language, '上限', 'limit'), value: limit } }),
      },
    );
  }
  const { connection, timeout, closed, unanswered } = totals.failures;
  sections.push({
    kind: 'facts',
    title: say(language, '请求', 'Requests'),
    facts: [
      { name: say(language, '请求', 'requests'), value: figures.requests },
      { name: '2xx', value: totals.ok },
      { name: say(language, '非 2xx', 'not 2xx'), value: totals.non_2xx, tone: totals.non_2xx > 0 ? 'bad' : 'plain' },
      {
        name: say(language, '连接错误', 'connection errors'),
        value: connection,
        tone: connection > 0 ? 'bad' : 'plain',
      },
      {
        name: say(language, '超时', 'timed out'),
        value: timeout + unanswered,
        tone: timeout + unanswered > 0 ? 'bad' : 'plain',
      },
      { name: say(language, '提前断开', 'closed early'), value: closed, tone: closed > 0 ? 'bad' : 'plain' },
      { name: say(language, '错误率', 'error rate'), value: sayShare(figures.error_rate) },
      { name: say(language, '字节/秒', 'bytes per second'), value: bytes_per_s },
    ],
  });
  sections.push({
    kind: 'table',
    title: say(language, '状态码', 'Status codes'),
    columns: [say(language, '状态码', 'status'), say(language, '次数', 'count')],
    rows: Object.entries(totals.statuses).map(([status, count]) => [status, count]),
  });
  return sections;
}

/** Percentiles with a limit are coloured by it. */
function toneOf(name: string, checks: readonly Check[]): Tone {
  const check = checks.find(({ limit }) => limit === `${name}_ms`);
  return check === undefined ? 'plain' : check.met ? 'good' : 'bad';
}

function notesOf({ notes }: Facts, language: Language): Section[] {
  if (notes.length === 0) return [];
  return [
    {
      kind: 'text',
      title: say(language, '说明', 'Notes'),
      text: notes.map((note) => sayNote(note, language)).join('\n'),
    },
  ];
}
