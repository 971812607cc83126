import { Fields } from './fields.js';
import type { ImportedSummary } from './imported.js';

/** `position`: its place in the list, from 1: its number where it has none. */
export function readSummary(value: unknown, path: string, position: number): ImportedSummary {
  const fields = new Fields(value, path);
  const range = readRange(fields);
  const round_start = fields.id('round_start', 0) ?? range?.[0] ?? 0;
  const round_end = fields.id('round_end', 0) ?? range?.[1] ?? round_start;
  if (round_end < round_start)
    throw fields.wrong(
      'round_end',
      { en: `at least round_start (${round_start})`, zh: `不小于 round_start（${round_start}）的数` },
      round_end,
    );
  return {
    summary_id: fields.id('summary_id', 0) ?? position,
    round_start,
    round_end,
    round_count: fields.id('round_count', 0) ?? (round_end === 0 ? 0 : round_end - round_start + 1),
    summary: fields.text('summary') ?? '',
    created_at: fields.text('created_at'),
    extra: fields.rest(),
  };
}

/** `round_range`, as others write it: "1-4", "3", [1, 4] or {start, end}. It stays among the unknown fields. */
function readRange(fields: Fields): [number, number] | null {
  const range = fields.raw('round_range');
  fields.unread('round_range');
  if (typeof range === 'string') {
    const [, start, end] = /^\D*(\d{1,9})(?:\D+(\d{1,9}))?\D*$/.exec(range) ?? [];
    return start === undefined ? null : ordered(Number(start), Number(end ?? start));
  }
  if (Array.isArray(range)) return ordered(range[0], range[1] ?? range[0]);
  if (typeof range === 'object' && range !== null && 'start' in range && 'end' in range) {
    return ordered(range.start, range.end);
  }
  return null;
}

function ordered(start: unknown, end: unknown): [number, number] | null {
  const whole = Number.isInteger(start) && Number.isInteger(end);
  const [from, to] = [start as number, end as number];
  return whole && from >= 0 && from <= to && to <= 1_000_000_000 ? [from, to] : null;
}
