import { nearest } from '../config/nearest.js';
import type { YamlSource } from '../config/yaml-source.js';
import { misfitOf } from './field-words.js';
import type { PackageLimits } from './package.js';
import { error, type Report } from './report.js';

const LIMIT_KEYS = ['wall_sec', 'idle_sec', 'output_bytes'] as const;
/** A year of seconds, a terabyte of output: beyond is a slip of the finger. */
const MOST = { wall_sec: 31_536_000, idle_sec: 31_536_000, output_bytes: 2 ** 40 };
const NO_UNLIMITED = {
  en: 'Every job ends some day: there is no unlimited.',
  zh: '每个任务总要结束：没有“不限”这一说。',
};

/** The `limits` of a SKILL.md, on the line given; what is not said is left out. */
export function readLimits(value: unknown, source: YamlSource, line: number, report: Report): Partial<PackageLimits> {
  if (value === null) return {};
  const keys = LIMIT_KEYS.join(', ');
  if (typeof value !== 'object' || Array.isArray(value)) {
    const mapping = { en: `a mapping of ${keys}`, zh: `键值映射（${keys}）` };
    report(error(line, 'field-type', misfitOf('limits', mapping, value)));
    return {};
  }
  const limits: Partial<PackageLimits> = {};
  for (const [key, given] of Object.entries(value)) {
    const name = LIMIT_KEYS.find((known) => known === key.replaceAll('-', '_'));
    const at = Math.max(source.lineOf(['limits', key]), source.lineOf(['metadata', 'limits', key]), line);
    if (name === undefined) {
      const [shown, known] = [key.slice(0, 64), nearest(key, LIMIT_KEYS) ?? keys];
      const message = {
        en: `limits: unknown key ${shown}. Known: ${known}.`,
        zh: `limits：未知的键 ${shown}。可用：${known}。`,
      };
      report(error(at, 'unknown-limit', message));
    } else if (typeof given !== 'number' || !(given > 0) || given > MOST[name]) {
      const range = { en: `a number above 0, at most ${MOST[name]}`, zh: `大于 0、不超过 ${MOST[name]} 的数` };
      report(error(at, 'limit-value', misfitOf(`limits.${name}`, range, given), NO_UNLIMITED));
    } else limits[name] = given;
  }
  return limits;
}
