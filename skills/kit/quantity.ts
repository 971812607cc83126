/** How many of the wanted unit one of each spelling is; `''` is what a bare number means. */
export type Units = Readonly<Record<string, number>>;

const scaled = (names: string, factor: number): [string, number][] => names.split(' ').map((name) => [name, factor]);

/** Milliseconds; a bare number is milliseconds. */
export const MILLISECONDS: Units = Object.fromEntries([
  ['', 1],
  ...scaled('ms msec millis millisecond milliseconds 毫秒', 1),
  ...scaled('us µs μs microsecond microseconds 微秒', 0.001),
  ...scaled('s sec secs second seconds 秒 秒钟', 1_000),
  ...scaled('m min mins minute minutes 分 分钟', 60_000),
]);

/** Seconds; a bare number is seconds. */
export const SECONDS: Units = Object.fromEntries([
  ['', 1],
  ...scaled('ms msec millisecond milliseconds 毫秒', 0.001),
  ...scaled('s sec secs second seconds 秒 秒钟', 1),
  ...scaled('m min mins minute minutes 分 分钟', 60),
  ...scaled('h hr hour hours 小时 个小时', 3_600),
]);

/** A share from 0 to 1; a bare number is the share itself. */
export const SHARE: Units = Object.fromEntries([
  ['', 1],
  ...scaled('% ％ percent pct', 0.01),
  ...scaled('‰ permille', 0.001),
]);

const DIGITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...[...'零一二三四五六七八九'].map((char, value): [string, number] => [char, value]),
  ['两', 2],
  ['〇', 0],
]);
const TENS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 };
const WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, value): [string, number] => [word, value])
    .concat([
      ['a', 1],
      ['an', 1],
      ['half a', 0.5],
      ['half an', 0.5],
      ['fifteen', 15],
      ['twenty', 20],
      ['thirty', 30],
      ['forty', 40],
      ['forty-five', 45],
      ['fifty', 50],
      ['sixty', 60],
      ['ninety', 90],
      ['a hundred', 100],
      ['one hundred', 100],
    ]),
);

/** `1,000`, `2.5`, `1k`, 「五十」, 「两百」, 「1.5万」, `thirty`; null where it is no number. Never negative. */
export function parseNumber(text: string): number | null {
  const said = text.trim().toLowerCase();
  const digits = /^(\d[\d,_]*(?:\.\d+)?|\.\d+)\s?(k|万|千)?$/u.exec(said);
  if (digits) return Number(digits[1]?.replaceAll(/[,_]/g, '')) * (SCALES[digits[2] ?? ''] ?? 1);
  if (said === '半') return 0.5;
  return WORDS[said] ?? chineseNumber(said);
}

const SCALES: Readonly<Record<string, number>> = { k: 1_000, 千: 1_000, 万: 10_000 };

function chineseNumber(text: string): number | null {
  if (text === '' || [...text].some((char) => DIGITS[char] === undefined && TENS[char] === undefined)) return null;
  let [total, digit] = [0, -1];
  for (const char of text) {
    const ten = TENS[char];
    if (ten === undefined) {
      digit = DIGITS[char] ?? 0;
    } else if (ten === 10_000) {
      total = (total + Math.max(digit, 0)) * ten;
      digit = -1;
    } else {
      total += (digit < 0 ? 1 : digit) * ten;
      digit = -1;
    }
  }
  return total + Math.max(digit, 0);
}

/** `200ms`, 「1.5 秒」, 「百分之五」, `2 minutes` in the wanted unit; null where it is neither a number nor one with a known unit. */
export function parseQuantity(text: string, units: Units): number | null {
  const said = text.trim().replace(/^百分之(.+)$/u, '$1%');
  const match =
    /^(\d[\d,_]*(?:\.\d+)?\s?[kK万千]?(?![A-Za-z])|\d[\d,_]*(?:\.\d+)?|\.\d+|half an?|[零〇一二两三四五六七八九十百千万半]+|[A-Za-z]+(?:-[a-z]+)?(?=\s))\s*(?:个|-)?\s*(.*)$/u.exec(
      said,
    );
  const number = match === null ? parseNumber(said) : parseNumber(match[1] ?? '');
  if (number === null) return null;
  const unit = match?.[2] ?? '';
  const factor = units[unit] ?? units[unit.toLowerCase()];
  return factor === undefined ? null : number * factor;
}
