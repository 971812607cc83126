const DIGITS = new Map([...'零一二三四五六七八九'].map((digit, value) => [digit, value]));
DIGITS.set('〇', 0).set('两', 2);
const PLACES = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1_000],
]);

/** 「五十」「两千三百」「一万二」: the number a Chinese numeral says; null where the text is none. Below 10⁸. */
export function chineseNumber(text: string): number | null {
  const [high, low, ...more] = text.split('万');
  if (more.length > 0 || text === '') return null;
  if (low === undefined) return belowTenThousand(text);
  const myriads = belowTenThousand(high ?? '');
  if (myriads === null) return null;
  if (low === '') return myriads * 10_000;
  // 「一万二」 is 12 000: a lone digit counts in the next place down.
  const rest = low.length === 1 ? (DIGITS.get(low) ?? Number.NaN) * 1_000 : belowTenThousand(low.replace(/^零/, ''));
  return rest === null || Number.isNaN(rest) ? null : myriads * 10_000 + rest;
}

function belowTenThousand(text: string): number | null {
  let sum = 0;
  let digit: number | null = null;
  let place = 10_000;
  for (const character of text) {
    const value = DIGITS.get(character);
    if (value !== undefined) {
      if (digit !== null && digit !== 0) return null;
      digit = value;
      continue;
    }
    const next = PLACES.get(character);
    if (next === undefined || next >= place) return null;
    sum += (digit ?? 1) * next;
    digit = null;
    place = next;
  }
  if (digit === null) return text === '' ? null : sum;
  // 「两百五」 is 250.
  const lone = sum > 0 && !text.includes('零') && !text.includes('〇') && place > 10 ? digit * (place / 10) : digit;
  return sum + lone;
}
