import { extname } from 'node:path';
import { oneLine } from '../../kit/bounded-text.js';
import { type Language, say } from '../../kit/language.js';
import { readLines } from './read-lines.js';
import type { Repository } from './repository.js';

const GREP = ['grep', '--no-color', '--no-column', '--no-recurse-submodules', '-I', '-z'];
/** Nothing found is an answer. */
const FOUND_OR_NOT = [0, 1];
const SHOWN_LINES = 40;
const SHOWN_PER_FILE = 5;
const COUNTED_LINES = 50_000;
const SHOWN_KINDS = 12;

/** The lines of tracked text files that hold `text`, upper and lower case alike where it has no upper case. */
export async function search(
  { git }: Repository,
  { text, path }: { text: string; path: string | null },
  language: Language,
): Promise<string[]> {
  const files = new Map<string, string[]>();
  let count = 0;
  const anyCase = text === text.toLowerCase() ? ['-i'] : [];
  const where = path === null ? [] : ['--', path];
  const args = [...GREP, '-n', '-F', ...anyCase, '-e', text, ...where];
  await readLines(
    git,
    args,
    ([file = '', line = '', ...rest]) => {
      count += 1;
      const known = files.get(file) ?? [];
      if (known.length < SHOWN_PER_FILE) known.push(`  ${line}: ${oneLine(rest.join(' '), 200)}`);
      files.set(file, known);
      return count < COUNTED_LINES;
    },
    FOUND_OR_NOT,
  );
  const named = oneLine(text, 100);
  if (count === 0) return [say(language, `受版本控制的文件里没有“${named}”。`, `“${named}” is in no tracked file.`)];
  const most = count === COUNTED_LINES ? say(language, '至少 ', 'at least ') : '';
  const lines: string[] = [];
  for (const [file, found] of files) {
    if (lines.length >= SHOWN_LINES) break;
    lines.push(oneLine(file, 300), ...found);
  }
  const shown = lines.filter((line) => line.startsWith('  ')).length;
  const left = count - shown;
  return [
    say(
      language,
      `“${named}” 出现在 ${files.size} 个文件的 ${most}${count} 行：`,
      `“${named}” occurs on ${most}${count} lines of ${files.size} files:`,
    ),
    ...lines,
    ...(left > 0 ? [say(language, `[… 另有 ${left} 行]`, `[… ${left} more lines]`)] : []),
  ];
}

interface Kind {
  files: number;
  lines: number;
}

/** Files, bytes and lines of what is tracked, by kind. */
export async function size({ git }: Repository, language: Language): Promise<string[]> {
  const kinds = new Map<string, Kind>();
  const of = (file: string): Kind => {
    const name = extname(file).toLowerCase() || say(language, '无后缀', 'no suffix');
    const known = kinds.get(name) ?? { files: 0, lines: 0 };
    kinds.set(name, known);
    return known;
  };
  let [files, bytes, lines] = [0, 0, 0];
  await readLines(git, ['-c', 'core.quotePath=true', 'ls-tree', '-r', '-l', 'HEAD'], ([entry = '']) => {
    const [head = '', name = ''] = entry.split('\t');
    const [, type, , length] = head.split(/\s+/);
    if (type !== 'blob') return true;
    files += 1;
    bytes += Number(length) || 0;
    of(name.replace(/"$/, '')).files += 1;
    return true;
  });
  await readLines(
    git,
    [...GREP, '-c', '-e', ''],
    ([file = '', count = '']) => {
      lines += Number(count) || 0;
      of(file).lines += Number(count) || 0;
      return true;
    },
    FOUND_OR_NOT,
  );
  const ranked = [...kinds].sort(([, one], [, other]) => other.lines - one.lines || other.files - one.files);
  return [
    say(
      language,
      `${files} 个文件，${megabytes(bytes)}，文本 ${lines} 行：`,
      `${files} files, ${megabytes(bytes)}, ${lines} lines of text:`,
    ),
    ...ranked
      .slice(0, SHOWN_KINDS)
      .map(([name, kind]) =>
        say(
          language,
          `- ${oneLine(name, 40)}：${kind.files} 个文件，${kind.lines} 行`,
          `- ${oneLine(name, 40)}: ${kind.files} files, ${kind.lines} lines`,
        ),
      ),
  ];
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
