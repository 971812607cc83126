import { sayDuration } from '../../kit/duration.js';
import { counted, type Language, say } from '../../kit/language.js';
import type { Check } from './limits.js';
import { sayNote } from './notes.js';
import type { Facts } from './run-load.js';

/** The result as text: verdict and figures, each limit, what else must be known. */
export function render(facts: Facts, language: Language): string {
  const lines = [headline(facts, language)];
  const latency = facts.measured?.figures.latency_ms;
  if (latency) {
    const { mean: _mean, ...shown } = latency;
    const values = Object.entries(shown).map(([name, value]) => `${name} ${sayMs(value)}`);
    lines.push(`${say(language, '延迟：', 'Latency: ')}${values.join(say(language, '，', ', '))}`);
  }
  for (const check of facts.checks) lines.push(`- ${sayCheck(check, language)}`);
  for (const note of facts.notes) lines.push(`${say(language, '说明：', 'Note: ')}${sayNote(note, language)}`);
  return lines.join('\n');
}

export function headline({ verdict, order, target, measured }: Facts, language: Language): string {
  const word = WORDS[verdict][language];
  if (order === null || target === null) return `${word}${say(language, '。', '.')}`;
  const what = `${order.method} ${target}`;
  if (measured === null) return say(language, `${word}：${what}。`, `${word}: ${what}.`);
  const { figures, connections, measured_ms } = measured;
  const rate = sayRate(figures.rps);
  const errors = sayShare(figures.error_rate);
  return say(
    language,
    `${word}：${what}，${connections} 个并发连接，测量 ${sayDuration(measured_ms, language)}，共 ${figures.requests} 次请求，成功 ${perSecond(figures.rps)} 次/秒，错误率 ${errors}。`,
    `${word}: ${what}, ${counted(connections, 'connection')}, measured for ${sayDuration(measured_ms, language)}: ${counted(figures.requests, 'request')}, ${rate} with 2xx, ${errors} errors.`,
  );
}

const WORDS = {
  passed: { zh: '压测通过', en: 'Load test passed' },
  failed: { zh: '压测未通过', en: 'Load test failed' },
  error: { zh: '压测没能完成', en: 'The load test could not be completed' },
} as const;

/** `p95 12 ms, at most 200 ms: met`. */
export function sayCheck(check: Check, language: Language): string {
  const { name, is, wanted, holds } = checkParts(check, language);
  return say(language, `${name} ${is}，要求${wanted}：${holds}`, `${name} ${is}, ${wanted}: ${holds}`);
}

export function checkParts({ limit, wanted, found, met }: Check, language: Language) {
  const format = limit === 'max_error_rate' ? sayShare : limit === 'min_rps' ? sayRate : sayMs;
  const bound = limit === 'min_rps' ? say(language, '不低于', 'at least') : say(language, '不超过', 'at most');
  return {
    name: NAMES[limit][language],
    is: found === null ? say(language, '没有测到', 'not measured') : format(found),
    wanted: `${bound} ${format(wanted)}`,
    holds: met ? say(language, '达标', 'met') : say(language, '不达标', 'not met'),
  };
}

const NAMES = {
  p95_ms: { zh: 'p95', en: 'p95' },
  p99_ms: { zh: 'p99', en: 'p99' },
  min_rps: { zh: '吞吐', en: 'throughput' },
  max_error_rate: { zh: '错误率', en: 'error rate' },
} as const;

export function sayMs(ms: number): string {
  return `${ms < 10 ? Number(ms.toFixed(2)) : ms < 100 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;
}

function perSecond(rps: number): number {
  return Number(rps.toFixed(rps < 100 ? 1 : 0));
}

function sayRate(rps: number): string {
  return `${perSecond(rps)} req/s`;
}

export function sayShare(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}
