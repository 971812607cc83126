import { oneLine } from '../../../kit/bounded-text.js';
import { decodeText } from '../../../kit/decode-text.js';
import { type Check, failed, passed } from '../check.js';
import type { Repository } from '../git/repository.js';

/** Nothing changed, staged or untracked in the project's folder. Submodules are looked at from outside only. */
export async function cleanTree({ git }: Repository): Promise<Check> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=normal',
    '--ignore-submodules=dirty',
    '--no-renames',
    '--',
    '.',
  ];
  const { code, stdout, message, truncated } = await git.run(args);
  if (code !== 0 && !truncated) {
    return failed(
      'clean_tree',
      [`git status 失败：${message}`, `git status failed: ${message}`],
      ['先修好仓库', 'repair the repository first'],
    );
  }
  const entries = decodeText(stdout).split('\0').filter(Boolean);
  if (entries.length === 0) return passed('clean_tree', ['没有未提交的改动', 'nothing is uncommitted']);
  const count = truncated ? `> ${entries.length}` : String(entries.length);
  return failed(
    'clean_tree',
    [`有 ${count} 处未提交的改动`, `${count} uncommitted changes`],
    ['提交、撤销或忽略它们', 'commit, revert or ignore them'],
    entries.map((entry) => oneLine(entry, 200)),
  );
}
