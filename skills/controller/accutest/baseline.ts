import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRecord } from '../../kit/record.js';
import type { Note } from './notes.js';
import { wilson } from './scores/wilson.js';

const MAX_BYTES = 16 * 1024 * 1024;

/** What an earlier run measured. */
export interface Baseline {
  file: string;
  accuracy: number;
  interval: [low: number, high: number];
  macro_f1: number | null;
  rows: number;
  /** Which rows those were; null where the file does not say. */
  rows_id: string | null;
}

/** Reads the `result.json` of an earlier run (or its `data` alone, or the folder that holds it). */
export function readBaseline(folder: string, name: string): Baseline | Note {
  const unusable = (zh: string, en: string): Note => ({ code: 'baseline_unusable', file: name, message: [zh, en] });
  const place = resolve(folder, name);
  const file = statSync(place, { throwIfNoEntry: false })?.isDirectory() ? join(place, 'result.json') : place;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return unusable('文件不存在', 'it does not exist');
  if (stat.size > MAX_BYTES) return unusable(`超过 ${MAX_BYTES} 字节`, `it is longer than ${MAX_BYTES} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return unusable('不是 JSON', 'it is not JSON');
  }
  const data = isRecord(value) && isRecord(value.data) ? value.data : value;
  if (!isRecord(data) || !isShare(data.accuracy) || !isCount(data.rows)) {
    return unusable('里面没有以往运行的 accuracy 和 rows', 'it holds no accuracy and rows of an earlier run');
  }
  if (data.verdict === 'error') return unusable('那次运行没有完成', 'that run was not completed');
  const macro = isRecord(data.macro) ? data.macro.f1 : null;
  const rows = isRecord(data.dataset) ? data.dataset.rows_id : null;
  return {
    file: name,
    accuracy: data.accuracy,
    interval: wilson(Math.round(data.accuracy * data.rows), data.rows),
    macro_f1: isShare(macro) ? macro : null,
    rows: data.rows,
    rows_id: typeof rows === 'string' ? rows : null,
  };
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}
