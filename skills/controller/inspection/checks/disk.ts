import { statfs } from 'node:fs/promises';
import { codeOf } from '../../../kit/resolve-host.js';
import { type Finding, unable } from '../finding.js';
import { saySize } from '../size.js';
import type { TargetOf } from '../target.js';

/** Value: percent used of what users may fill, as `df` counts; or of the inodes where fewer of them are left. */
export async function checkDisk({ path }: TargetOf<'disk'>): Promise<Finding> {
  let stats: Awaited<ReturnType<typeof statfs>>;
  try {
    stats = await statfs(path);
  } catch (error) {
    return unable({ code: 'unreadable', reason: `${codeOf(error)}, ${path}` });
  }
  const { blocks, bfree, bavail, bsize, files, ffree } = stats;
  const used = blocks - bfree;
  const space = percent(used, used + bavail);
  const inodes = percent(files - ffree, files);
  return {
    value: Math.max(space, inodes),
    seen: [
      { code: 'space', free: saySize(bavail * bsize), total: saySize(blocks * bsize) },
      ...(inodes > space ? [{ code: 'inodes', percent: inodes } as const] : []),
    ],
    problems: [],
  };
}

/** One decimal; 0 of file systems that count nothing. */
export function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
}
