import { statSync } from 'node:fs';
import { oneLine } from '../../kit/bounded-text.js';
import { decodeText } from '../../kit/decode-text.js';
import { BadInputError } from '../../kit/errors.js';
import { Git } from '../../kit/git.js';

export interface Repository {
  readonly git: Git;
  readonly folder: string;
  /** Null: detached. */
  readonly branch: string | null;
}

/** Throws BadInputError where the folder is none, has no work tree, or nothing was ever committed. */
export async function openRepository(folder: string): Promise<Repository> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new BadInputError(`目录 ${folder} 不存在`, `the folder ${folder} does not exist`);
  }
  const git = await Git.open(folder);
  const inside = await git.run(['rev-parse', '--is-inside-work-tree']);
  if (inside.code !== 0 || decodeText(inside.stdout).trim() !== 'true') {
    const [zh, en] = inside.code === 0 ? ['它没有工作区', 'it has no work tree'] : [inside.message, inside.message];
    throw new BadInputError(
      `${folder} 不是可用的 git 仓库：${zh}`,
      `${folder} is no git repository that can be read: ${en}`,
    );
  }
  const head = await git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head.code !== 0) {
    throw new BadInputError('仓库里还没有提交', 'the repository has no commits yet');
  }
  const branch = await git.run(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return { git, folder, branch: branch.code === 0 ? oneLine(decodeText(branch.stdout), 200) : null };
}
