import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** One Markdown file, taken apart into what the tests look at. */
export interface Document {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly folder: string;
  /** Everything outside of code blocks. */
  readonly prose: string;
  readonly blocks: readonly { readonly language: string; readonly text: string }[];
  readonly headings: readonly { readonly level: number; readonly anchor: string }[];
  /** Texts between single backticks, outside of code blocks. */
  readonly spans: readonly string[];
  /** Targets of links, outside of code blocks. */
  readonly links: readonly string[];
}

export function readDocument(path: string): Document {
  return parse(path, readFileSync(join(ROOT, path), 'utf8'));
}

export function parse(path: string, text: string): Document {
  const blocks: { language: string; text: string }[] = [];
  const prose = text.replaceAll(/^```(\w*)\n(.*?)^```$/gms, (_, language: string, inside: string) => {
    blocks.push({ language, text: inside });
    return '';
  });
  const spans = [...prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, inside = '']) => inside);
  const plain = prose.replaceAll(/`[^`\n]+`/g, '');
  return {
    path,
    folder: dirname(join(ROOT, path)),
    prose,
    blocks,
    headings: [...prose.matchAll(/^(#{1,6}) (.+)$/gm)].map(([, marks = '', title = '']) => ({
      level: marks.length,
      anchor: anchorOf(title),
    })),
    spans,
    links: [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
  };
}

/** As Markdown viewers name a heading: lower case, no punctuation, hyphens for spaces. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** The README files, CONTRIBUTING and everything under docs/. */
export function documentPaths(): string[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => relative(ROOT, join(ROOT, 'docs', name)).replaceAll('\\', '/'));
  return ['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', ...docs.sort()];
}
