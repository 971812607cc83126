import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import { counted } from './attempt.js';
import type { PatternTime } from './pattern-time.js';
import { attacksOn, isPlainlyCheap } from './regex-attacks.js';
import { parseRegex } from './regex-parse.js';
import { NOT_KNOWN, TOO_SLOW, withinTime } from './within-time.js';

const MAX_LENGTH = 1000;
/** Hostile texts are tried in lots, since stopping one costs more than matching it; what processor time a lot may take. */
const LOT = 20;
const LOT_MS = 250;
/** What a lot takes that is tried once more before the pattern is refused. */
const REFUSED_MS = 2 * LOT_MS;

/** There was no time left to try it. */
export const UNTRIED = Symbol('untried');

/**
 * Why a pattern is refused; null: it compiles and no text built against it takes long. That is no proof: whoever matches with a
 * package's pattern stops the match after a while all the same. NOT_KNOWN: the machine was too busy to tell.
 */
export function patternProblem(pattern: string, time: PatternTime): Said | null | typeof UNTRIED | typeof NOT_KNOWN {
  if (pattern.length > MAX_LENGTH)
    return { en: `is longer than ${MAX_LENGTH} characters`, zh: `超过 ${MAX_LENGTH} 个字符` };
  let regex: RegExp;
  try {
    regex = new RegExp(pattern, 'u');
  } catch (error) {
    const why = saidBy(error);
    return { en: `does not compile: ${why.en}`, zh: `无法编译：${why.zh}` };
  }
  const tree = parseRegex(pattern);
  if (isPlainlyCheap(tree, pattern)) return null;
  const counting = counted(time.attempt, (cpu_ms) => {
    time.left_ms -= cpu_ms;
  });
  for (const lot of lotsOf(attacksOn(tree))) {
    if (time.busy) return NOT_KNOWN;
    if (time.left_ms < REFUSED_MS) return UNTRIED;
    const match = () => {
      for (const text of lot) regex.test(text);
    };
    const done = withinTime(LOT_MS, match, counting);
    if (done === TOO_SLOW) return EXPONENTIAL;
    if (done === NOT_KNOWN) time.busy = true;
  }
  if (time.busy) return NOT_KNOWN;
  return null;
}

function lotsOf(texts: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(texts.length / LOT) }, (_, at) => texts.slice(at * LOT, (at + 1) * LOT));
}

const EXPONENTIAL: Said = {
  en: 'can take exponential time: a repetition inside a repetition, or alternatives that overlap',
  zh: '可能耗费指数级的时间：重复之中又有重复，或多个分支互相重叠',
};
