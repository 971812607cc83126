import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readBoundedBytes } from '../config/bounded-file.js';
import type { Said } from '../errors/said.js';
import { SkillNotTrustableError } from './errors.js';

const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 32;
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * sha256 over everything in a folder: names, contents, executable bits, hidden files and node_modules included, since a script may
 * load any of them. A link is refused: what it leads to may change unseen. Throws SkillNotTrustableError.
 */
export function contentHash(dir: string): string {
  const hash = createHash('sha256');
  let entries = 0;
  let budget = MAX_BYTES;
  const refusal = (path: string, why: Said): SkillNotTrustableError =>
    new SkillNotTrustableError({
      en: `${path} ${why.en}, so what is in this skill cannot be vouched for as a whole.`,
      zh: `${path} ${why.zh}，因此无法为这个技能的全部内容担保。`,
    });
  const add = (folder: string, depth: number): void => {
    if (depth > MAX_DEPTH)
      throw refusal(folder, { en: `lies deeper than ${MAX_DEPTH} folders`, zh: `的目录层级超过 ${MAX_DEPTH} 层` });
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      entries += 1;
      if (entries > MAX_ENTRIES)
        throw refusal(dir, { en: `holds more than ${MAX_ENTRIES} files`, zh: `中的文件超过 ${MAX_ENTRIES} 个` });
      const stat = lstatSync(path);
      const shown = relative(dir, path).split(sep).join('/');
      if (stat.isDirectory()) {
        hash.update(`folder ${JSON.stringify(shown)}\n`);
        add(path, depth + 1);
      } else if (stat.isFile()) {
        const read = stat.size <= budget ? readBoundedBytes(path, stat.size) : null;
        const most = `${MAX_BYTES / 2 ** 20} MiB`;
        if (read === null) throw refusal(dir, { en: `is larger than ${most}`, zh: `超过 ${most}` });
        if (!read.ok) throw refusal(path, read.refusal.message);
        budget -= read.bytes.length;
        const runs = (stat.mode & 0o111) === 0 ? '-' : 'x';
        hash.update(`file ${JSON.stringify(shown)} ${runs} ${read.bytes.length}\n`).update(read.bytes);
      } else if (stat.isSymbolicLink()) {
        const target = readlinkSync(path);
        throw refusal(path, { en: `is a link to ${target}`, zh: `是指向 ${target} 的链接` });
      } else throw refusal(path, { en: 'is neither a file nor a folder', zh: '既不是文件也不是目录' });
    }
  };
  add(dir, 0);
  return hash.digest('hex');
}
