import { UsageError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';

/** Reads the seconds that an option takes: at most a year. */
export function seconds(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value <= 31_536_000) return value;
    throw new UsageError({
      en: `${option} takes a number of seconds, not '${text}'.`,
      zh: `${option} 的值应为秒数，而不是 '${text}'。`,
    });
  };
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
