import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.js';
import type { Measurement } from './measurement.js';
import { markdown } from './render.js';

const START = '<!-- numbers:start -->';
const END = '<!-- numbers:end -->';
const FILES = { 'README.md': 'en', 'README.zh-CN.md': 'zh' } as const;

/** Puts the table between the markers of each README that has them; returns the files that changed. */
export function writeReadmes(root: string, measurements: readonly Measurement[], on: Machine): string[] {
  const changed: string[] = [];
  for (const [name, language] of Object.entries(FILES)) {
    const file = join(root, name);
    if (!existsSync(file)) continue;
    const before = readFileSync(file, 'utf8');
    const after = withTable(before, markdown(measurements, on, language));
    if (after === before) continue;
    writeFileSync(file, after);
    changed.push(file);
  }
  return changed;
}

function withTable(text: string, table: string): string {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) return text;
  return `${text.slice(0, start + START.length)}\n${table}\n${text.slice(end)}`;
}
