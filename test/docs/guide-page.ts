import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './document.js';

/** What a reader of a guide does, in the order of the page. */
export type Step =
  /** A code block under a bold path: that file, with this text. */
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  /** A `sh` block, and what the `text` block right below it shows; null: nothing is shown. */
  | { readonly kind: 'run'; readonly lines: readonly string[]; readonly shown: string | null };

export function stepsOf(path: string): Step[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const steps: Step[] = [];
  const block = /(?:^\*\*(\S+)\*\*\n\n)?^```(\w*)\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?/gms;
  for (const [, file, language, inside = '', shown] of text.matchAll(block)) {
    if (file !== undefined) steps.push({ kind: 'file', path: file, text: inside });
    else if (language === 'sh') {
      const lines = inside.split('\n').filter((line) => line.trim() !== '');
      steps.push({ kind: 'run', lines, shown: shown ?? null });
    }
  }
  return steps;
}

/** Whether what came out is what the page shows. `…` stands for the rest of a line, alone for any lines; ids and times may differ. */
export function agrees(shown: string, printed: string): boolean {
  const pattern = comparable(shown)
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\n)*?' : `${line.split('…').map(escaped).join('.*')}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${comparable(printed)}\n`);
}

/** Without what differs from run to run: ids, times, measured numbers, space at the ends. */
export function comparable(text: string): string {
  return text
    .trim()
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/job_\d{8}_\d{6}_\w{6}/g, 'JOB')
    .replaceAll(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/g, 'TIME')
    .replaceAll(/\d+(?:\.\d+)?(?= ?(?:ms|s|毫秒|秒)(?![a-z]))/g, 'N')
    .replaceAll(/\d+\.\d+/g, 'N');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
