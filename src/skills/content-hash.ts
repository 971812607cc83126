import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readBoundedBytes } from '../config/bounded-file.js';
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
  const refusal = (path: string, why: string): SkillNotTrustableError =>
    new SkillNotTrustableError(`${path} ${why}, so what is in this skill cannot be vouched for as a whole.`);
  const add = (folder: string, depth: number): void => {
    if (depth > MAX_DEPTH) throw refusal(folder, `lies deeper than ${MAX_DEPTH} folders`);
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      entries += 1;
      if (entries > MAX_ENTRIES) throw refusal(dir, `holds more than ${MAX_ENTRIES} files`);
      const stat = lstatSync(path);
      const shown = relative(dir, path).split(sep).join('/');
      if (stat.isDirectory()) {
        hash.update(`folder ${JSON.stringify(shown)}\n`);
        add(path, depth + 1);
      } else if (stat.isFile()) {
        const read = stat.size <= budget ? readBoundedBytes(path, stat.size) : null;
        if (read === null) throw refusal(dir, `is larger than ${MAX_BYTES / 2 ** 20} MiB`);
        if (!read.ok) throw refusal(path, read.refusal.message);
        budget -= read.bytes.length;
        const runs = (stat.mode & 0o111) === 0 ? '-' : 'x';
        hash.update(`file ${JSON.stringify(shown)} ${runs} ${read.bytes.length}\n`).update(read.bytes);
      } else if (stat.isSymbolicLink()) {
        throw refusal(path, `is a link to ${readlinkSync(path)}`);
      } else throw refusal(path, 'is neither a file nor a folder');
    }
  };
  add(dir, 0);
  return hash.digest('hex');
}
