import { type Said, verbatim } from '../errors/said.js';

/** A value as a finding shows it: short, one line. */
export function describe(value: unknown): Said {
  if (value === null || value === undefined) return { en: 'nothing', zh: '空' };
  if (Array.isArray(value)) return { en: 'a list', zh: '列表' };
  if (typeof value === 'object') return { en: 'a mapping', zh: '键值映射' };
  const shown = JSON.stringify(value);
  return verbatim(shown.length > 60 ? `${shown.slice(0, 60)}…` : shown);
}

/** With its full stop. */
export function sentence({ en, zh }: Said): Said {
  return { en: `${en}.`, zh: `${zh}。` };
}

/** What was expected, and what is there instead; without a full stop. */
export function misfit(expected: Said, value: unknown): Said {
  const found = describe(value);
  return { en: `expected ${expected.en}, found ${found.en}`, zh: `应为${expected.zh}，实际是：${found.zh}` };
}
