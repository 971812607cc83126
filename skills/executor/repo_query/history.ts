import { oneLine } from '../../kit/bounded-text.js';
import { BadInputError } from '../../kit/errors.js';
import { type Language, say } from '../../kit/language.js';
import { readLines } from './read-lines.js';
import type { Repository } from './repository.js';

interface Commit {
  readonly hash: string;
  readonly date: string;
  readonly author: string;
  readonly subject: string;
}

const COMMITS = 10;
/** A file's history is read so far back. */
const FAR = 1_000;
/** So many commits are counted by author. */
const COUNTED = 200_000;
const NAMED = 20;

/** Nothing of a repository's own configuration decides what is printed, or has a signature checked by a program. */
const LOG = ['log', '--no-color', '--no-show-signature', '--no-decorate', '--encoding=UTF-8', '--date=short'];

export async function commits(
  repository: Repository,
  { path, count }: { path: string | null; count: number | null },
  language: Language,
): Promise<string[]> {
  const found = await log(repository, count ?? COMMITS, path === null ? [] : ['--', path]);
  if (found.length === 0) return [say(language, `没有涉及 ${path} 的提交。`, `No commit touches ${path}.`)];
  const on = path === null ? '' : say(language, `（${path}）`, ` of ${path}`);
  return [
    say(language, `最近 ${found.length} 次提交${on}：`, `The last ${found.length} commits${on}:`),
    ...found.map(shown),
  ];
}

export async function fileHistory(
  repository: Repository,
  { path, count }: { path: string; count: number | null },
  language: Language,
): Promise<string[]> {
  const file = await trackedFile(repository, path);
  if (typeof file !== 'string') {
    return [
      say(
        language,
        `有 ${file.length} 个文件叫 ${path}，是哪一个？`,
        `${file.length} files are called ${path}. Which one?`,
      ),
      ...file.slice(0, NAMED).map((name) => `- ${oneLine(name, 300)}`),
    ];
  }
  const found = await log(repository, FAR, ['--follow', '--', file]);
  const [newest] = found;
  if (newest === undefined) return [say(language, `没有涉及 ${file} 的提交。`, `No commit touches ${file}.`)];
  const authors = tally(found);
  const list = authors.map(([name, { commits: times }]) => `${name} ${times}`).join(say(language, '、', ', '));
  const most = found.length === FAR ? say(language, '至少 ', 'at least ') : '';
  return [
    say(
      language,
      `${file} 最后由 ${newest.author} 在 ${newest.date} 修改（${newest.hash}：${newest.subject}）。`,
      `${file} was last changed by ${newest.author} on ${newest.date} (${newest.hash}: ${newest.subject}).`,
    ),
    say(language, `共 ${most}${found.length} 次提交：${list}。`, `${most}${found.length} commits: ${list}.`),
    ...found.slice(0, count ?? COMMITS).map(shown),
  ];
}

export async function contributors({ git }: Repository, language: Language): Promise<string[]> {
  const found: Pick<Commit, 'author' | 'date'>[] = [];
  await readLines(
    git,
    [...LOG, '--format=%aN%x00%as', `--max-count=${COUNTED}`, 'HEAD'],
    ([author = '', date = '']) => {
      found.push({ author: oneLine(author, 80), date });
      return true;
    },
  );
  const authors = tally(found);
  const lines = authors
    .slice(0, NAMED)
    .map(([name, { commits: times, last }]) =>
      say(language, `- ${name}：${times} 次，最近 ${last}`, `- ${name}: ${times}, last on ${last}`),
    );
  const more = authors.length - lines.length;
  return [
    say(
      language,
      `${authors.length} 位贡献者，${found.length} 次提交：`,
      `${authors.length} contributors, ${found.length} commits:`,
    ),
    ...lines,
    ...(more > 0 ? [say(language, `… 另有 ${more} 位`, `… and ${more} more`)] : []),
  ];
}

export async function branches({ git, branch }: Repository, language: Language): Promise<string[]> {
  const found: string[] = [];
  let count = 0;
  const format = '--format=%(refname:strip=2)%00%(committerdate:short)%00%(authorname)%00%(subject)';
  const args = ['for-each-ref', '--sort=-committerdate', format, 'refs/heads'];
  await readLines(git, args, ([name = '', date = '', author = '', subject = '']) => {
    count += 1;
    const mark = name === branch ? '*' : '-';
    if (found.length < NAMED)
      found.push(`${mark} ${oneLine(name, 120)} ${date} ${oneLine(author, 80)}: ${oneLine(subject, 120)}`);
    return true;
  });
  const on = branch ?? say(language, '（游离的 HEAD）', 'a detached HEAD');
  return [
    say(language, `${count} 个本地分支，当前在 ${on}：`, `${count} local branches, on ${on}:`),
    ...found,
    ...(count > found.length
      ? [say(language, `… 另有 ${count - found.length} 个`, `… and ${count - found.length} more`)]
      : []),
  ];
}

async function log({ git }: Repository, count: number, rest: readonly string[]): Promise<Commit[]> {
  const found: Commit[] = [];
  // Options come before the commit, paths after it.
  const options = rest.filter((word) => word === '--follow');
  const paths = rest.filter((word) => word !== '--follow');
  const args = [...LOG, '--format=%h%x00%as%x00%aN%x00%s', `--max-count=${count}`, ...options, 'HEAD', ...paths];
  await readLines(git, args, ([hash = '', date = '', author = '', subject = '']) => {
    if (hash !== '') found.push({ hash, date, author: oneLine(author, 80), subject: oneLine(subject, 160) });
    return true;
  });
  return found;
}

function shown({ hash, date, author, subject }: Commit): string {
  return `- ${hash} ${date} ${author}: ${subject}`;
}

/** Most commits first. */
function tally(found: readonly Pick<Commit, 'author' | 'date'>[]): [string, { commits: number; last: string }][] {
  const authors = new Map<string, { commits: number; last: string }>();
  for (const { author, date } of found) {
    const known = authors.get(author) ?? { commits: 0, last: date };
    authors.set(author, { commits: known.commits + 1, last: known.last });
  }
  return [...authors].sort(([, one], [, other]) => other.commits - one.commits);
}

/** A path as it is tracked: itself, else the only file that ends so; several where that is not clear. */
async function trackedFile({ git }: Repository, path: string): Promise<string | string[]> {
  if (path.includes('\0')) throw new BadInputError('路径无效', 'the path is not valid');
  const wanted = path.replace(/^\.\//, '');
  const matches: string[] = [];
  const { stdout } = await git.run(['ls-files', '-z', '--cached']);
  for (const name of stdout.toString('utf8').split('\0')) {
    if (name === wanted) return name;
    if (name.endsWith(`/${wanted}`)) matches.push(name);
  }
  const [only] = matches;
  // What is not there any more may still have a history.
  return only === undefined ? wanted : matches.length === 1 ? only : matches;
}
