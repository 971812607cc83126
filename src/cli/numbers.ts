import { UsageError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';

const SECONDS: Said = { en: 'a number of seconds', zh: '秒数' };
const SOME_SECONDS: Said = { en: 'a number of seconds above 0', zh: '大于 0 的秒数' };

/** Reads the seconds that an option takes: at most a year. */
export function seconds(option: string): (text: string) => number {
  return (text) => read(option, text, SECONDS, 0);
}

/** The same of a time limit, which is never 0. */
export function timeLimit(option: string): (text: string) => number {
  return (text) => read(option, text, SOME_SECONDS, Number.MIN_VALUE);
}

function read(option: string, text: string, what: Said, least: number): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value >= least && value <= 31_536_000) return value;
  throw new UsageError({
    en: `${option} takes ${what.en}, not '${text}'.`,
    zh: `${option} 的值应为${what.zh}，而不是 '${text}'。`,
  });
}

const WHOLE: Said = { en: 'a whole number', zh: '整数' };
export const ROUND: Said = { en: 'a round number', zh: '轮次' };

/** From 1. `what`: how the number is called. */
export function wholeNumber(option: string, what: Said = WHOLE): (text: string) => number {
  return (text) => {
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    throw new UsageError({
      en: `${option} takes ${what.en} from 1, not '${text}'.`,
      zh: `${option} 的值应为从 1 开始的${what.zh}，而不是 '${text}'。`,
    });
  };
}
