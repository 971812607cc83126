import type { Columns } from './columns.js';
import type { DatasetFile } from './dataset-file.js';
import { type RawRecord, readRecords } from './read-records.js';

const MAX_TEXT = 1024 * 1024;
const MAX_LABEL = 1_000;

export interface Row {
  /** Where it starts in the file, from 1. */
  line: number;
  text: string;
  label: string;
}

/** A record that cannot be used: no JSON, no text, no label. */
export interface Unusable {
  line: number;
}

export function isRow(entry: Row | Unusable): entry is Row {
  return 'label' in entry;
}

/** The rows of a data set in order, in portions. */
export async function* readRows(file: DatasetFile, columns: Columns): AsyncGenerator<(Row | Unusable)[]> {
  let take: ((record: RawRecord) => Row | Unusable) | null = null;
  for await (const records of readRecords(file)) {
    let from = 0;
    if (take === null) {
      take = rowReader(file, records[0], columns);
      if (file.kind === 'csv') from = 1;
    }
    yield records.slice(from).map(take);
  }
}

/** What names the columns: the header of a CSV file, the keys of the first JSON line that is an object. */
export async function readHeader(file: DatasetFile): Promise<readonly string[] | null> {
  for await (const records of readRecords(file)) {
    for (const { fields } of records) {
      if (fields !== null) return isList(fields) ? fields : Object.keys(fields);
    }
  }
  return null;
}

function rowReader(
  file: DatasetFile,
  header: RawRecord | undefined,
  columns: Columns,
): (record: RawRecord) => Row | Unusable {
  if (file.kind === 'jsonl') {
    return ({ line, fields }) =>
      fields === null || isList(fields)
        ? { line }
        : row(line, scalar(fields[columns.text]), scalar(fields[columns.label]));
  }
  const names = header?.fields && isList(header.fields) ? header.fields.map((name) => name.trim()) : [];
  const [textAt, labelAt] = [names.indexOf(columns.text), names.indexOf(columns.label)];
  return ({ line, fields }) =>
    fields !== null && isList(fields) ? row(line, fields[textAt] ?? null, fields[labelAt] ?? null) : { line };
}

function row(line: number, text: string | null, label: string | null): Row | Unusable {
  const clean = label === null ? '' : cleanLabel(label);
  return text === null || text.trim() === '' || text.length > MAX_TEXT || clean === '' || clean.length > MAX_LABEL
    ? { line }
    : { line, text, label: clean };
}

/** Labels are compared without surrounding white space, and composed: `é` is one character however it is written. */
export function cleanLabel(label: string): string {
  return label.trim().normalize('NFC');
}

function scalar(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function isList(fields: readonly string[] | Readonly<Record<string, unknown>>): fields is readonly string[] {
  return Array.isArray(fields);
}
