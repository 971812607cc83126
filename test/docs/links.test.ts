import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLines, program, unknownIn } from './command-lines.js';
import { type Document, documentPaths, parse, ROOT, readDocument } from './document.js';
import { codesIn, sourceText, tableUnder } from './error-codes.js';

const documents = documentPaths().map(readDocument);

describe.each(documents)('$path', (document) => {
  it('links to files and headings that exist', () => {
    const broken = document.links
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !leadsSomewhere(document, target));
    expect(broken).toEqual([]);
  });

  it('names paths of this repository that exist', () => {
    const missing = document.spans.filter(isRepositoryPath).filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });

  it('shows commands and options that --help knows', async () => {
    const known = await program();
    const unknown = commandLines(document)
      .map((line) => ({ line, unknown: unknownIn(line, known) }))
      .filter((found) => found.unknown !== null);
    expect(unknown).toEqual([]);
  });

  it('quotes no threshold: it changes with each policy', () => {
    const text = [document.prose, ...document.blocks.map((block) => block.text)].join('\n');
    expect(text.match(/(?:threshold|阈值)\s*0\.\d+/g) ?? []).toEqual([]);
  });

  it('shows npm scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const text = document.blocks.map((block) => block.text).join('\n');
    const named = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(([, run, short]) => run ?? short);
    expect(named.filter((name) => name === undefined || scripts[name] === undefined)).toEqual([]);
  });

  it('names codes and variables in capitals that the source has', () => {
    const source = `${sourceText()}\n${readFileSync(join(ROOT, 'configs', 'graph.yaml'), 'utf8')}`;
    const capitals = document.spans.filter((span) => /^[A-Z]+(?:_[A-Z]+)+$/.test(span));
    expect(capitals.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([]);
  });
});

describe.each(documentPairs())('$en and $zh', ({ en, zh }) => {
  it('have the same headings, level by level, and the same number of code blocks', () => {
    expect(shapeOf(zh)).toEqual(shapeOf(en));
  });

  it('link to each other at the top', () => {
    expect(topLinks(en)).toContain(zh);
    expect(topLinks(zh)).toContain(en);
  });
});

describe('the table of error codes', () => {
  it.each(['docs/data-formats.md', 'docs/zh/data-formats.md'])(
    'in %s has every code of the source and no other',
    (path) => {
      const heading = path.includes('/zh/') ? '错误码' : 'Error codes';
      expect(tableUnder(readFileSync(join(ROOT, path), 'utf8'), heading)).toEqual(codesIn(sourceText()));
    },
  );
});

function leadsSomewhere({ path, folder, headings }: Document, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const place = file === '' ? join(ROOT, path) : resolve(folder, file);
  if (!existsSync(place)) return false;
  if (anchor === undefined) return true;
  const there = file === '' ? headings : readDocument(relative(ROOT, place)).headings;
  return there.some((heading) => heading.anchor === decodeURIComponent(anchor));
}

/** A path from the root whose parts are all spelt out. */
function isRepositoryPath(span: string): boolean {
  return /^(?:\.ci|\.github|assets|bench|bin|configs|docs|examples|scripts|skills|src|test)\/[\w./-]*$/.test(span);
}

function documentPairs(): { en: string; zh: string }[] {
  const english = documentPaths().filter((path) => /^docs\/(?:guide\/)?[^/]+\.md$/.test(path));
  const docs = english.map((en) => ({ en, zh: en.replace('docs/', 'docs/zh/') }));
  return [{ en: 'README.md', zh: 'README.zh-CN.md' }, ...docs];
}

/** Without the README's numbers, which are filled in from a run of the benchmark. */
function shapeOf(path: string): { levels: number[]; blocks: number } {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/^(## (?:Numbers|数字)\n).*?(?=^## )/ms, '$1');
  const { headings, blocks } = parse(path, text);
  return { levels: headings.map(({ level }) => level), blocks: blocks.length };
}

function topLinks(path: string): string[] {
  const { prose, folder } = readDocument(path);
  const top = prose.split('\n').slice(0, 6).join('\n');
  return [...top.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => relative(ROOT, resolve(folder, target)));
}
