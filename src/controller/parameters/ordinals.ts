import { chineseNumber } from './chinese-number.js';

export const ENGLISH_ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

const ONE = String.raw`(?:the |option |number |no\.? ?|choice |#|选项?|就|要|是|用)*`;
const PLACE = String.raw`(?<place>${ENGLISH_ORDINALS.join('|')}|former|latter|last|\d{1,2}(?:st|nd|rd|th)?|第[零一二两三四五六七八九十\d]+|前者|后者|最后)`;
const AFTER = `(?: ?(?:one|option|job|choice|of them|please|thanks|一?[个项种条]|吧|的|就行|就好|好了|谢谢))*`;
const SINGLE = new RegExp(`^${ONE}${PLACE}${AFTER}$`, 'u');
const AND = /\s*(?:,|、|，|;|；|&|\+|和|跟|与|\band\b)\s*/u;
const ALL =
  /^(?:(?:i want |do |run |stop |yes,? )?(?:all|both|each|every one|everything|them all|them both)(?: (?:two|three|four|five|\d+|of (?:them|these|those)))*(?: (?:please|thanks))?|(?:对，?|好，?)?(?:这|那)?(?:[两二三四五六\d]+|几)?个?(?:全部?都?|所有的?都?|都)(?:要|选|跑|停|做|来|行|可以)?(?:掉|吧|了|一?遍|一下)*)$/u;

export interface Listed {
  readonly count: number;
  /** Whether a number alone is a place in the list, and not rather a value. */
  readonly numbers: 'places' | 'values';
}

/**
 * Which of a list's items, counted from 0, a text means by their order alone: "the first one", 「第二个」, "1 and 3", "both", 「都要」. Null: it says
 * something else, or more than that, or the list has no such place.
 */
export function placesNamed(text: string, { count, numbers }: Listed): number[] | null {
  const said = plain(text);
  if (ALL.test(said)) return Array.from({ length: count }, (_, at) => at);
  if (numbers === 'values' && /^\d+$/.test(said)) return null;
  const places = said.split(AND).map((part) => placeOf(part, count));
  if (places.some((place) => place === null || place < 0 || place >= count)) return null;
  return [...new Set(places as number[])];
}

const EACH = '(?:all|both|each|every|everything)';
const ALL_ENGLISH = new RegExp(
  String.raw`^(?=.*\b${EACH}\b)(?:(?:please|can|could|would|will|you|just|ok|okay|now|and|then|stop|stopping|cancel|kill|abort|end|halt|terminate|quit|down|off|shut|them|these|those|they|it|that|which|are|is|of|the|my|two|three|four|five|\d+|one|running|runs?|current|live|jobs?|tasks?|works?|things?|process(?:es)?|${EACH}|at|once|right|immediately|thanks)\b[\s,.!]*)+$`,
  'u',
);
const ALL_CHINESE =
  /^(?=.*(?:全|所有|都|统统))[请麻烦帮我先给把将这那正在跑着的运行进现当前它他们些任务作业几两二三四五六个停掉止取消终中结束关杀了吧一下\d全部所有都统\s，,]+$/u;
/** Longer texts say more. */
const MOST_CHARS = 80;

/** Whether a wish to stop, without the names of what runs, is for all of it: "stop them all", 「把任务都停了」. */
export function meansAll(text: string, names: readonly string[]): boolean {
  const said = names.reduce((rest, name) => rest.replaceAll(name.toLowerCase(), ' '), plain(text)).trim();
  return said.length <= MOST_CHARS && (ALL_ENGLISH.test(said) || ALL_CHINESE.test(said));
}

/** As it is compared: in one width and case, without what ends a sentence. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/[\s.!?。！？~]+$/u, '');
}

function placeOf(part: string, count: number): number | null {
  const place = SINGLE.exec(part)?.groups?.place;
  if (place === undefined) return null;
  switch (place) {
    case 'former':
    case '前者':
      return count === 2 ? 0 : null;
    case 'latter':
    case '后者':
      return count === 2 ? 1 : null;
    case 'last':
    case '最后':
      return count - 1;
  }
  const named = ENGLISH_ORDINALS.indexOf(place);
  if (named >= 0) return named;
  const digits = /\d+/.exec(place)?.[0];
  const number = digits === undefined ? chineseNumber(place.slice(1)) : Number(digits);
  return number === null ? null : number - 1;
}
