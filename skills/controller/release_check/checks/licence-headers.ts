import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../../../kit/bounded-text.js';
import { decodeText } from '../../../kit/decode-text.js';
import { type Check, failed, passed, skipped } from '../check.js';
import type { Repository } from '../git/repository.js';
import { readSmallFile } from '../read-small-file.js';

const SOURCES = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|scala|swift|c|cc|cpp|h|hpp|cs|php|sh)$/i;
/** A header stands in the first lines, below a `#!` line and the like. */
const HEAD_BYTES = 2_048;
const MAX_FILES = 50_000;

/** Every tracked source file has the configured words near its top. */
export async function checkLicenceHeaders({ git, folder }: Repository, header: string | null): Promise<Check> {
  if (header === null)
    return skipped('licence_headers', [
      '没有配置 projects.<名称>.licence_header',
      'projects.<name>.licence_header is not set',
    ]);
  const { stdout } = await git.run(['ls-files', '-z', '--', '.']);
  const files = decodeText(stdout)
    .split('\0')
    .filter((name) => SOURCES.test(name))
    .slice(0, MAX_FILES);
  const words = plain(header);
  const without = files.filter((name) => {
    const path = join(folder, name);
    // What a link points to may lie anywhere.
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    const head = readSmallFile(path, HEAD_BYTES);
    return head !== null && head.trim() !== '' && !plain(head).includes(words);
  });
  if (without.length === 0)
    return passed('licence_headers', [
      `${files.length} 个源文件都有许可证头`,
      `all ${files.length} source files have one`,
    ]);
  return failed(
    'licence_headers',
    [
      `${without.length} 个源文件缺少许可证头（共 ${files.length} 个）`,
      `${without.length} of ${files.length} source files have none`,
    ],
    [`在文件开头写上：${oneLine(header, 100)}`, `write at their top: ${oneLine(header, 100)}`],
    without.map((name) => oneLine(name, 200)),
  );
}

/** Comment marks and line breaks make no difference. */
function plain(text: string): string {
  return text
    .replace(/[\s/*#;<!-]+/g, ' ')
    .trim()
    .toLowerCase();
}
