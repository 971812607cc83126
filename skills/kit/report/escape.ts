import { cut } from '../bounded-text.js';
import { plainText } from '../plain-text.js';
import type { Cell } from './sections.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, for content and for quoted attributes. Lone surrogates would not survive as UTF-8. */
export function escapeHtml(text: string, max = 2_000): string {
  return cut(plainText(text.slice(0, max * 8)), max)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');
}

export function escapeCell(cell: Cell): string {
  if (cell === null) return '–';
  return typeof cell === 'number' ? formatNumber(cell) : escapeHtml(cell);
}

/** `1,234`, `0.9167`, `12.3`, with so many significant digits below 1,000; what is no number is `–`. */
export function formatNumber(number: number, digits = 4): string {
  if (!Number.isFinite(number)) return '–';
  if (Number.isInteger(number) || Math.abs(number) >= 1_000) return Math.round(number).toLocaleString('en-US');
  return String(Number(number.toPrecision(digits)));
}
