import { escapeHtml, formatNumber } from './escape.js';
import type { BarsSection } from './sections.js';

const MAX_BARS = 100;

/** Names and values are HTML, so that they keep their size on a narrow screen; only the bars stretch. */
export function barsHtml({ bars, max, limit }: BarsSection): string {
  const shown = bars.slice(0, MAX_BARS);
  const values = [...shown.map(({ value }) => value), limit?.value ?? 0].filter((value) => Number.isFinite(value));
  const full = max !== undefined && max > 0 ? max : Math.max(...values, 0) || 1;
  const place = (value: number): number =>
    Number.isFinite(value) ? Math.min(100, Math.max(0, (value / full) * 100)) : 0;
  const mark =
    limit === undefined
      ? ''
      : `<line class="limit" x1="${place(limit.value).toFixed(2)}" x2="${place(limit.value).toFixed(2)}" y1="0" y2="10"/>`;
  const rows = shown.map(({ name, value, text, tone = 'plain' }) => {
    const svg =
      `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="10"/>` +
      `<rect class="fill ${tone}" width="${place(value).toFixed(2)}" height="10"/>${limit?.of === undefined || limit.of === name ? mark : ''}</svg>`;
    return `<li><span class="name">${escapeHtml(name, 200)}</span><span class="value">${sayValue({ value, text })}</span>${svg}</li>`;
  });
  const legend =
    limit === undefined
      ? ''
      : `<p class="legend"><span class="key limit"></span>${escapeHtml(limit.name, 200)} ${sayValue(limit)}</p>`;
  return `<ul class="bars">${rows.join('')}</ul>${legend}`;
}

function sayValue({ value, text }: { value: number; text?: string | undefined }): string {
  return text === undefined ? formatNumber(value) : escapeHtml(text, 100);
}
