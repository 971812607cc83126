import { cells, shorten } from './table.js';

/** Of a name, so much at least is shown, or none of it. */
const LEAST_NAME = 2;

/**
 * What runs and how far it is, in at most `width` cells. The count, which comes first in the text, is what the line is for: where not all fits,
 * what stands behind the count is shortened, then the name; the count itself only where nothing else is left.
 */
export function progressLine(name: string, text: string, width: number): string {
  const whole = text === '' ? name : `${name} ${text}`;
  if (cells(whole) <= width || text === '') return shorten(whole, width);
  const [count = ''] = /^[\d./]*\d\S*/.exec(text) ?? [text.split(' · ', 1)[0] ?? ''];
  const forText = width - cells(name) - 1;
  if (forText > cells(count)) return `${name} ${shorten(text, forText)}`;
  const forName = width - cells(count) - 1;
  return forName >= LEAST_NAME ? `${shorten(name, forName)} ${count}` : shorten(count, width);
}

const BAR = 20;

/** The same of a case of a suite: how many are done counts for more than how far the one is, and the bar for less than anything. */
export function caseLine(case_id: string, text: string, at: number, count: number, width: number): string {
  const place = `${at + 1}/${count}`;
  const filled = Math.round((at / count) * BAR);
  const bar = `[${'█'.repeat(filled)}${'·'.repeat(BAR - filled)}] `;
  const whole = [place, case_id, ...(text === '' ? [] : [text])].join(' ');
  if (count > 1 && cells(bar + whole) <= width) return bar + whole;
  return cells(whole) <= width
    ? whole
    : shorten(`${place} ${progressLine(case_id, text, width - cells(place) - 1)}`, width);
}
