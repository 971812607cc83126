import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './document.js';

/** All of src/ as one text. */
export function sourceText(): string {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))
    .join('\n');
}

/** The codes that errors and the command line can end with. */
export function codesIn(source: string): string[] {
  const classes = source.matchAll(/\breadonly code(?:: string)? = '([A-Z][A-Z_]*)'/g);
  const complaints = source.matchAll(/\bcomplain\('([A-Z][A-Z_]*)'/g);
  return [...new Set([...classes, ...complaints].map(([, code = '']) => code))].sort();
}

/** The first column of the table under a heading, up to the next heading. */
export function tableUnder(markdown: string, heading: string): string[] {
  const [, after = ''] = markdown.split(new RegExp(`^## ${heading}$`, 'm'));
  const [section = ''] = after.split(/^## /m);
  return [...section.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code = '']) => code).sort();
}
