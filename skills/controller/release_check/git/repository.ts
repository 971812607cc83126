import { statSync } from 'node:fs';
import { oneLine } from '../../../kit/bounded-text.js';
import { decodeText } from '../../../kit/decode-text.js';
import { Git } from '../../../kit/git.js';
import type { Both } from '../../../kit/language.js';
import { parseVersion, type Version } from '../semver.js';

export interface Repository {
  git: Git;
  folder: string;
  /** The commit that would be released. */
  head: string;
  /** Null: detached. */
  branch: string | null;
  /** Tags that are versions, of the history of HEAD or of elsewhere. */
  tags: readonly Tag[];
}

export interface Tag {
  name: string;
  /** What stands before the version: ``, `v`, `shop@`, `shop-v`. */
  prefix: string;
  version: Version;
  commit: string;
  merged: boolean;
}

/** Why a folder cannot be checked. */
export interface NoRepository {
  problem: Both;
}

export async function openRepository(folder: string): Promise<Repository | NoRepository> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return { problem: [`项目目录 ${folder} 不存在`, `the project folder ${folder} does not exist`] };
  }
  const git = await Git.open(folder);
  const inside = await git.run(['rev-parse', '--is-inside-work-tree']);
  if (inside.code !== 0 || decodeText(inside.stdout).trim() !== 'true') {
    const [zh, en] = inside.code === 0 ? ['它没有工作区', 'it has no work tree'] : [inside.message, inside.message];
    return {
      problem: [`${folder} 不是可用的 git 仓库：${zh}`, `${folder} is no git repository that can be checked: ${en}`],
    };
  }
  const head = await git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head.code !== 0) return { problem: ['仓库里还没有提交', 'the repository has no commits'] };
  const branch = await git.run(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return {
    git,
    folder,
    head: decodeText(head.stdout).trim(),
    branch: branch.code === 0 ? oneLine(decodeText(branch.stdout), 200) : null,
    tags: await readTags(git),
  };
}

async function readTags(git: Git): Promise<Tag[]> {
  const format = '--format=%(refname:strip=2)%00%(objectname)%00%(*objectname)';
  const read = async (args: readonly string[]): Promise<string[][]> => {
    const { stdout } = await git.run(['for-each-ref', format, ...args, 'refs/tags']);
    return decodeText(stdout)
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\0'));
  };
  const merged = new Set((await read(['--merged=HEAD'])).map(([name]) => name));
  return (await read([])).flatMap(([name = '', object = '', peeled = '']) => {
    const match = /^(.*?)(\d+\.\d+\.\d+.*)$/.exec(name);
    const version = parseVersion(match?.[2] ?? '');
    if (version === null) return [];
    return [{ name, prefix: match?.[1] ?? '', version, commit: peeled || object, merged: merged.has(name) }];
  });
}
