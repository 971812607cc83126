import { escapeHtml, formatNumber } from './escape.js';
import type { LineSection } from './sections.js';

const MAX_SERIES = 6;
const MAX_POINTS = 400;

type Point = readonly [x: number, y: number];

/** The axes are HTML around a drawing that stretches: on a narrow screen the lines get narrower, the texts do not. */
export function lineChartHtml({ x, y, series, limit }: LineSection): string {
  const drawn = series.slice(0, MAX_SERIES).map(({ name, points }) => ({
    name,
    points: thin(points.filter(([a, b]) => isDrawable(a) && isDrawable(b))),
  }));
  const all = drawn.flatMap(({ points }) => points);
  const [left, right] = span(all.map(([a]) => a));
  const heights = [...all.map(([, b]) => b), ...(limit && isDrawable(limit.value) ? [limit.value] : []), 0];
  const [low, high] = span(heights);
  const place = ([a, b]: Point): string =>
    `${(((a - left) / (right - left)) * 100).toFixed(2)},${(100 - ((b - low) / (high - low)) * 100).toFixed(2)}`;
  const lines = drawn.map(({ name, points }, index) => {
    // A single point would not be seen.
    const [only] = points;
    const path =
      points.length === 1 && only
        ? `${place([left, only[1]])} ${place([right, only[1]])}`
        : points.map(place).join(' ');
    return `<polyline class="series s${index}" points="${path}"><title>${escapeHtml(name, 200)}</title></polyline>`;
  });
  const at = limit && isDrawable(limit.value) ? place([left, limit.value]).split(',')[1] : null;
  const mark = at ? `<line class="limit" x1="0" x2="100" y1="${at}" y2="${at}"/>` : '';
  const keys = drawn.map(
    ({ name }, index) => `<span><span class="key s${index}"></span>${escapeHtml(name, 200)}</span>`,
  );
  if (limit)
    keys.push(
      `<span><span class="key limit"></span>${escapeHtml(limit.name, 200)} ${formatNumber(limit.value)}</span>`,
    );
  return (
    `<figure class="chart"><div class="unit">${escapeHtml(y, 100)}</div><div class="plot">` +
    `<div class="yaxis"><span>${formatNumber(high, 3)}</span><span>${formatNumber((high + low) / 2, 3)}</span><span>${formatNumber(low, 3)}</span></div>` +
    `<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${escapeHtml(`${y} / ${x}`, 200)}">` +
    `<path class="grid" d="M0 0H100M0 50H100M0 100H100"/>${mark}${lines.join('')}</svg></div>` +
    `<div class="xaxis"><span>${formatNumber(left, 3)}</span><span>${escapeHtml(x, 100)}</span><span>${formatNumber(right, 3)}</span></div>` +
    `<figcaption class="legend">${keys.join(' ')}</figcaption></figure>`
  );
}

/** The highest point of each of as many equal groups as are drawn: peaks are what one looks for. */
function thin(points: readonly Point[]): readonly Point[] {
  if (points.length <= MAX_POINTS) return points;
  const kept: Point[] = [];
  for (let group = 0; group < MAX_POINTS; group += 1) {
    const from = Math.floor((group * points.length) / MAX_POINTS);
    const to = Math.floor(((group + 1) * points.length) / MAX_POINTS);
    let best = points[from];
    for (const point of points.slice(from, to)) if (best === undefined || point[1] > best[1]) best = point;
    if (best) kept.push(best);
  }
  return kept;
}

/** Beyond this, differences are lost in rounding. */
function isDrawable(value: number): boolean {
  return Math.abs(value) <= 1e15;
}

/** Least and greatest, never the same. */
function span(values: readonly number[]): [number, number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  if (least > greatest) return [0, 1];
  return least === greatest ? [least, least + 1] : [least, greatest];
}
