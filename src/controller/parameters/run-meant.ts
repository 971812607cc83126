import { chineseNumber } from './chinese-number.js';
import { ENGLISH_ORDINALS } from './ordinals.js';

/** One of several runs in the order they were begun: so many after the first, or before the last. */
export interface RunPlace {
  readonly from: 'first' | 'last';
  readonly steps: number;
}

const ORDINAL = `(?<place>${ENGLISH_ORDINALS.join('|')}|\\d{1,3}(?:st|nd|rd|th)|last|latest|previous|earliest)`;
/** “The first run”, “the very first one”, “the last time but one”; “for the first time” says how often, not which. */
const ENGLISH_RUN = new RegExp(
  `(?<!\\bfor )\\b(?:the|my|our|that) (?:very )?${ORDINAL} (?:[\\w-]+ ){0,2}?(?:one|run|time|attempt|try)\\b`,
  'u',
);
const ENGLISH_BEFORE_LAST =
  /\b(?:the (?:one|run|time) before (?:that|last|the last(?: (?:one|run|time))?)|(?:second|next) to last|last but one|penultimate)\b/u;
/** “Compared with last time”; “last time it was red” tells of it, and refers to nothing. */
const ENGLISH_LAST = /\b(?:with|to|than|from|against|as|like) last time\b/u;
/** With a word that asks for the same once more, what stands after the ordinal is what ran: “rerun the first mirror sync”. */
const ENGLISH_AGAIN = /\b(?:re-?run|re-?do|re-?try|re-?start|repeat|again|once more|same as)\b/u;
const ENGLISH_WORK = new RegExp(
  `\\bthe (?:very )?${ORDINAL} (?!(?:\\d|two|three|four|few|half|part|step|stage)\\b)[a-z]`,
  'u',
);
const CHINESE_RUN =
  /(?:第 ?(?<place>[零一二两三四五六七八九十百\d]+) ?|(?<first>最早的?(?:那|一)*|最初的?(?:那|一)*|头一|首)|(?<before>上+)一?|(?<last>最后一|最近一|前一))(?:次|回|遍|轮运行)/u;

/** Which run of those there were a text means by its order alone: "the first run", 「第一次」, 「上上次」. Null: it names none so. */
export function runMeant(text: string): RunPlace | null {
  const said = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ');
  if (ENGLISH_BEFORE_LAST.test(said)) return { from: 'last', steps: 1 };
  const english = ENGLISH_RUN.exec(said) ?? (ENGLISH_AGAIN.test(said) ? ENGLISH_WORK.exec(said) : null);
  if (english !== null) return englishPlace(english.groups?.place ?? '');
  if (ENGLISH_LAST.test(said)) return LAST;
  const { place, first, before, last } = CHINESE_RUN.exec(said)?.groups ?? {};
  if (first !== undefined) return FIRST;
  if (last !== undefined) return LAST;
  if (before !== undefined) return { from: 'last', steps: before.length - 1 };
  const number = place === undefined ? null : /^\d+$/.test(place) ? Number(place) : chineseNumber(place);
  return number === null || number < 1 ? null : { from: 'first', steps: number - 1 };
}

const FIRST: RunPlace = { from: 'first', steps: 0 };
const LAST: RunPlace = { from: 'last', steps: 0 };

function englishPlace(place: string): RunPlace {
  if (place === 'earliest') return FIRST;
  const named = ENGLISH_ORDINALS.indexOf(place);
  const number = named >= 0 ? named + 1 : Number.parseInt(place, 10);
  return Number.isNaN(number) ? LAST : { from: 'first', steps: Math.max(0, number - 1) };
}

const COMPARES =
  /\b(?:compar\w*|versus|vs|than|against|differ\w*|better|worse|faster|slower)\b|[比较]|区别|差异|差别|不同/u;

/** The run that a text wants something compared with; null: none is named by its order, or nothing is to be compared. */
export function comparedWith(text: string): RunPlace | null {
  return COMPARES.test(text.normalize('NFKC').toLowerCase()) ? runMeant(text) : null;
}

const FAILED =
  /\b(?:re-?run|re-?do|re-?try|re-?start|repeat|again|once more)\b.*\b(?:failed|broken|red) (?:one|run|job|task)\b|\b(?:failed|broken|red) (?:one|run|job|task)\b.*\b(?:again|once more)\b|[再重].*(?:失败|没过|挂)(?:了|掉)?的?(?:那|上)?(?:一)?(?:个|次|回|项|任务)/u;

/** Whether a text asks that what failed be done again, by nothing but that it failed: "retry the failed one", 「重跑失败的那个」. */
export function asksForFailed(text: string): boolean {
  return FAILED.test(text.normalize('NFKC').toLowerCase());
}
