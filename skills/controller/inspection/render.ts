import { oneLine } from '../../kit/bounded-text.js';
import { sayDuration } from '../../kit/duration.js';
import { counted, type Language, say } from '../../kit/language.js';
import type { Status } from './finding.js';
import type { Facts, Inspected } from './inspect.js';
import { valueStatus } from './judge.js';
import { sayMessage } from './messages.js';
import { textTable } from './table.js';
import { type Kind, UNITS } from './target.js';

const MAX_ROWS = 60;

/** The result as text: verdict and counts, then one table, the worst first. */
export function render(facts: Facts, language: Language): string {
  const rows = worstFirst(facts.inspected);
  const lines = [headline(facts, language)];
  if (facts.refusal) lines.push(sayRefusal(facts.refusal, language));
  lines.push(...textTable(rows.slice(0, MAX_ROWS).map((one) => rowOf(one, language))));
  const left = rows.length - MAX_ROWS;
  if (left > 0) lines.push(say(language, `……另有 ${left} 个没有列出`, `… and ${left} more`));
  return lines.join('\n');
}

export function headline({ verdict, inspected, duration_ms, refusal }: Facts, language: Language): string {
  const word = WORDS[verdict][language];
  if (refusal !== null) return `${word}${say(language, '。', '.')}`;
  const { passed, warned, failed, error } = countsOf(inspected);
  return say(
    language,
    `${word}：共 ${inspected.length} 个目标，正常 ${passed}，警告 ${warned}，异常 ${failed}，无法检查 ${error}，用时 ${sayDuration(duration_ms, language)}。`,
    `${word}: ${counted(inspected.length, 'target')}: ${passed} passed, ${warned} warned, ${failed} failed, ${error} could not be checked, in ${sayDuration(duration_ms, language)}.`,
  );
}

const WORDS = {
  passed: { zh: '巡检通过', en: 'Inspection passed' },
  failed: { zh: '巡检发现异常', en: 'Inspection failed' },
  error: { zh: '巡检没能全部完成', en: 'The inspection could not be completed' },
} as const;

export function countsOf(inspected: readonly Inspected[]): Record<Status, number> {
  const counts = { passed: 0, warned: 0, failed: 0, error: 0 };
  for (const { status } of inspected) counts[status] += 1;
  return counts;
}

export function sayRefusal({ code, message }: NonNullable<Facts['refusal']>, language: Language): string {
  return code === 'bad_input'
    ? say(language, `说明：输入有误：${message[0]}`, `Note: bad input: ${message[1]}`)
    : say(language, `说明：inspection 自身出错：${message[0]}`, `Note: inspection itself failed: ${message[1]}`);
}

const ORDER: readonly Status[] = ['failed', 'error', 'warned', 'passed'];

export function worstFirst(inspected: readonly Inspected[]): Inspected[] {
  return ORDER.flatMap((wanted) => inspected.filter(({ status }) => status === wanted));
}

/** Status, name, value and limits, what else there is. */
export function rowOf(one: Inspected, language: Language): string[] {
  const { target, status } = one;
  return [
    STATUS_WORDS[status][language],
    sayName(target, language),
    sayValue(target.kind, one.finding.value, language),
    details(one, language),
  ];
}

/** The usual names begin with their kind; those of a configuration stay as they are. */
export function sayName({ name, kind }: Inspected['target'], language: Language): string {
  const rest = name === kind || name.startsWith(`${kind} `) ? name.slice(kind.length) : null;
  return oneLine(rest === null ? name : `${KIND_WORDS[kind][language]}${rest}`, 120);
}

const KIND_WORDS: Readonly<Record<Kind, Readonly<Record<Language, string>>>> = {
  disk: { zh: '磁盘', en: 'disk' },
  memory: { zh: '内存', en: 'memory' },
  load: { zh: '负载', en: 'load' },
  port: { zh: '端口', en: 'port' },
  http: { zh: 'HTTP', en: 'http' },
  certificate: { zh: '证书', en: 'certificate' },
};

export const STATUS_WORDS: Readonly<Record<Status, Readonly<Record<Language, string>>>> = {
  passed: { zh: '✓ 正常', en: '✓ passed' },
  warned: { zh: '! 警告', en: '! warned' },
  failed: { zh: '✗ 异常', en: '✗ failed' },
  error: { zh: '? 无法检查', en: '? error' },
};

export function sayValue(kind: Kind, value: number | null, language: Language): string {
  if (value === null) return '–';
  if (kind === 'certificate') return say(language, `${value} 天`, counted(value, 'day'));
  return `${value}${UNITS[kind] === 'ms' ? ' ms' : UNITS[kind]}`;
}

/** Problems first; the limit where the value is what is wrong. */
export function details({ target, finding }: Inspected, language: Language): string {
  const said = [...finding.problems.map(({ message }) => message), ...finding.seen].map((message) =>
    oneLine(sayMessage(message, language), 400),
  );
  const limits = valueStatus(target, finding.value) === 'passed' ? null : sayLimits(target, language);
  return [...(limits === null ? [] : [limits]), ...said].join(say(language, '；', '; '));
}

function sayLimits({ kind, warn, fail }: Inspected['target'], language: Language): string | null {
  const bound = kind === 'certificate' ? '<' : '≥';
  const parts = [
    ...(warn === null
      ? []
      : [
          say(
            language,
            `警告 ${bound} ${sayValue(kind, warn, language)}`,
            `warns ${bound} ${sayValue(kind, warn, language)}`,
          ),
        ]),
    ...(fail === null
      ? []
      : [
          say(
            language,
            `异常 ${bound} ${sayValue(kind, fail, language)}`,
            `fails ${bound} ${sayValue(kind, fail, language)}`,
          ),
        ]),
  ];
  return parts.length === 0 ? null : parts.join(say(language, '，', ', '));
}
