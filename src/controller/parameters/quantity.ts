import { ownValue } from '../../skills/own-value.js';
import { chineseNumber } from './chinese-number.js';

/** What each unit is worth in the base of its dimension; words in both languages. */
const UNITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  time: {
    ...{ us: 0.001, µs: 0.001, 微秒: 0.001, ms: 1, msec: 1, millisecond: 1, milliseconds: 1, 毫秒: 1 },
    ...{ s: 1_000, sec: 1_000, secs: 1_000, second: 1_000, seconds: 1_000, 秒: 1_000, 秒钟: 1_000 },
    ...{ m: 60_000, min: 60_000, mins: 60_000, minute: 60_000, minutes: 60_000, 分: 60_000, 分钟: 60_000 },
    ...{ h: 3_600_000, hr: 3_600_000, hour: 3_600_000, hours: 3_600_000, 小时: 3_600_000 },
    ...{ d: 86_400_000, day: 86_400_000, days: 86_400_000, 天: 86_400_000 },
  },
  size: {
    ...{ b: 1, byte: 1, bytes: 1, 字节: 1, kb: 1_000, kib: 1_024, mb: 1e6, mib: 1_048_576 },
    ...{ gb: 1e9, gib: 1_073_741_824, tb: 1e12, tib: 1_099_511_627_776 },
  },
  share: { '%': 0.01, percent: 0.01, pct: 0.01, '％': 0.01, ratio: 1, '‰': 0.001 },
};

/** Multipliers that may stand before a unit. */
const SCALES: Readonly<Record<string, number>> = { k: 1e3, 千: 1e3, w: 1e4, 万: 1e4, 百万: 1e6, 亿: 1e8 };

/**
 * A number as the text says it, in `unit`: `toQuantity('0.2 s', 'ms')` is 200, `('五十', null)` 50, `('92%', 'ratio')` 0.92, `('1.5k', null)`
 * 1500. A number without a unit is taken to be in `unit` already. Null where the text is no such quantity.
 */
export function toQuantity(text: string, unit: string | null): number | null {
  const match = /^\s*([-+]?\d[\d_,]*(?:\.\d+)?(?:e[-+]?\d+)?|[零〇一二两三四五六七八九十百千万]+)\s*(\S.*)?$/iu.exec(
    text,
  );
  if (match === null) return null;
  const [, digits = '', rest = ''] = match;
  const number = /^[-+\d]/.test(digits) ? Number(digits.replaceAll(/[_,]/g, '')) : chineseNumber(digits);
  if (number === null || !Number.isFinite(number)) return null;
  const suffix = rest.trim().toLowerCase();
  if (suffix === '') return number;
  const factor = factorOf(suffix, unit);
  return factor === null ? null : exact(number * factor);
}

/** Every number of a text, each with the scale or unit that follows it, in their order: 「调到 50 个并发，p95 200ms」 has "50" and "200ms". */
export function quantitiesIn(text: string): string[] {
  const digits = [...text.matchAll(QUANTITY)].map(([found]) => found);
  return digits.length > 0 ? digits : [...text.matchAll(CHINESE_QUANTITY)].map(([found]) => found);
}

const SUFFIX = [...Object.keys(SCALES), ...Object.values(UNITS).flatMap((units) => Object.keys(units))]
  .sort((one, other) => other.length - one.length)
  .map((name) => (/^[a-z]+$/.test(name) ? `${name}(?![a-z])` : name))
  .join('|');
const QUANTITY = new RegExp(`(?<![\\w.])[-+]?\\d[\\d_,]*(?:\\.\\d+)?(?:\\s*(?:${SUFFIX}))?(?!\\w|\\.\\d)`, 'giu');
/** One numeral alone is as often a word (一下); two are a number. */
const CHINESE_QUANTITY = new RegExp(
  `[一二两三四五六七八九十][零〇一二两三四五六七八九十百千万]+(?:\\s*(?:${SUFFIX}))?`,
  'giu',
);

function factorOf(suffix: string, unit: string | null): number | null {
  const scale = ownValue(SCALES, suffix);
  if (scale !== undefined) return scale;
  if (unit === null) return null;
  for (const dimension of Object.values(UNITS)) {
    const [from, to] = [ownValue(dimension, suffix), ownValue(dimension, unit.toLowerCase())];
    if (from !== undefined && to !== undefined) return from / to;
  }
  return null;
}

/** 0.1 × 3 is 0.3 to a reader. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
