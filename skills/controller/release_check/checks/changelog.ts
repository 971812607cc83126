import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { oneLine } from '../../../kit/bounded-text.js';
import { type Check, failed, passed, skipped } from '../check.js';
import { readSmallFile } from '../read-small-file.js';

const NAME = /^(?:changelog|changes|history|news|releases?|更新日志|变更日志)(?:\.(?:md|markdown|rst|txt|adoc))?$/i;

/** A heading of the changelog names the version. */
export function checkChangelog(folder: string, configured: string | null, version: string | null): Check {
  const file = configured ?? readdirSync(folder).find((name) => NAME.test(name)) ?? null;
  if (file === null) return skipped('changelog', ['没有变更日志文件', 'there is no changelog']);
  const text = readSmallFile(configured === null ? join(folder, file) : resolve(folder, file));
  const name = oneLine(file, 200);
  if (text === null) {
    return failed(
      'changelog',
      [`变更日志 ${name} 不存在`, `there is no ${name}`],
      ['检查 projects.<名称>.changelog', 'check projects.<name>.changelog'],
    );
  }
  if (version === null) return skipped('changelog', ['不知道版本号', 'the version is not known']);
  const said = oneLine(version, 100);
  if (mentions(text, version))
    return passed('changelog', [`${name} 里有 ${said} 一节`, `${name} has a section ${said}`]);
  return failed(
    'changelog',
    [`${name} 里没有 ${said} 一节`, `${name} has no section ${said}`],
    [`写上 ${said} 的改动`, `write what ${said} changes`],
  );
}

/** In a line that is a heading: it starts with `#`, `=`, `*`, `[`, the version itself or `v`, or is underlined. */
export function mentions(text: string, version: string): boolean {
  const lines = text.split(/\r\n|[\r\n]/);
  return lines.some((line, index) => {
    const at = line.indexOf(version);
    if (at === -1 || at > 200) return false;
    // 1.2.3 is not named by 11.2.3, 1.2.30 or 1.2.3-beta.
    if (/[\d.]$/.test(line.slice(0, at)) || /^(?:[\w-]|\.\d)/.test(line.slice(at + version.length))) return false;
    return (
      /^\s*(?:#|=|\*\*|\[|v?\d|(?:version|release)\b|版本)/i.test(line) ||
      /^\s*(?:={3,}|-{3,})\s*$/.test(lines[index + 1] ?? '')
    );
  });
}
