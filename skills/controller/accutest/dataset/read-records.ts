import { isRecord } from '../../../kit/record.js';
import { CsvReader, MAX_RECORD, RecordTooLongError } from './csv-reader.js';
import { type DatasetFile, readText } from './dataset-file.js';

export interface RawRecord {
  /** Where it starts in the file, from 1. */
  line: number;
  /** The fields of a CSV record, the object of a JSON line; null where the line is no JSON object. */
  fields: readonly string[] | Readonly<Record<string, unknown>> | null;
}

/** All records of a file in order, in portions; the header of a CSV file is the first. Throws RecordTooLongError. */
export async function* readRecords(file: DatasetFile): AsyncGenerator<RawRecord[]> {
  let records: RawRecord[] = [];
  const take = (fields: RawRecord['fields'], line: number): void => {
    records.push({ line, fields });
  };
  const reader = file.kind === 'csv' ? new CsvReader(file.delimiter, take) : new JsonLineReader(take);
  for await (const text of readText(file)) {
    reader.feed(text);
    if (records.length === 0) continue;
    yield records;
    records = [];
  }
  reader.finish();
  if (records.length > 0) yield records;
}

/** One JSON object a line; blank lines are no records. */
class JsonLineReader {
  readonly #take: (fields: RawRecord['fields'], line: number) => void;
  #rest = '';
  #line = 1;

  constructor(take: (fields: RawRecord['fields'], line: number) => void) {
    this.#take = take;
  }

  feed(text: string): void {
    if (!text.includes('\n')) {
      this.#rest += text;
      if (this.#rest.length > MAX_RECORD) throw new RecordTooLongError(this.#line);
      return;
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#say(line);
  }

  finish(): void {
    this.#say(this.#rest);
    this.#rest = '';
  }

  #say(line: string): void {
    if (line.trim() !== '') this.#take(parseObject(line), this.#line);
    this.#line += 1;
  }
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
