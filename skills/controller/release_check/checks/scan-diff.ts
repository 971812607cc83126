import { oneLine } from '../../../kit/bounded-text.js';
import { decodeText } from '../../../kit/decode-text.js';
import type { Both } from '../../../kit/language.js';
import { type Check, failed, passed, skipped } from '../check.js';
import { DiffReader } from '../git/diff-reader.js';
import type { Repository } from '../git/repository.js';
import { secretsIn } from './secret-shapes.js';

const MAX_BYTES = 512 * 1024 * 1024;
const MAX_KEPT = 200;
const MARKER = /(?<!\w)(?:TODO|FIXME|XXX|HACK)(?!\w)/;

export interface Finding {
  kind: string;
  file: string;
  line: number;
}

export interface DiffScan {
  secrets: Check;
  todo_markers: Check;
  /** Without the secrets themselves. */
  findings: readonly Finding[];
}

/** Looks through the lines that were added since `base`; null: through all of them. */
export async function scanDiff(
  { git }: Repository,
  base: { name: string; commit: string } | null,
  todo: 'off' | 'forbid',
): Promise<DiffScan> {
  const from = base?.commit ?? (await emptyTree(git));
  const secrets = new Findings();
  const markers = new Findings();
  let size = 0;
  const reader = new DiffReader((line, { file, line: number }) => {
    for (const kind of secretsIn(line)) secrets.add({ kind, file: oneLine(file, 200), line: number });
    const marker = todo === 'forbid' ? MARKER.exec(line) : null;
    if (marker) markers.add({ kind: marker[0], file: oneLine(file, 200), line: number });
  });
  const args = [
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--no-renames',
    '--unified=0',
    '--inter-hunk-context=0',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    '--ignore-submodules=all',
  ];
  const { code, message, stopped } = await git.stream([...args, from, 'HEAD', '--', '.'], (chunk) => {
    size += chunk.length;
    reader.feed(chunk);
    return size <= MAX_BYTES;
  });
  reader.finish();
  const since: Both = base === null ? ['全部历史', 'all that is there'] : [`${base.name} 以来`, `since ${base.name}`];
  if (code !== 0 && !stopped) {
    const broken: Both = [`git diff 失败：${message}`, `git diff failed: ${message}`];
    const repair: Both = ['先修好仓库', 'repair the repository first'];
    return { secrets: failed('secrets', broken, repair), todo_markers: todoCheck(markers, todo, since), findings: [] };
  }
  return {
    secrets: secretsCheck(secrets, stopped, since),
    todo_markers: todoCheck(markers, todo, since),
    findings: secrets.kept,
  };
}

function secretsCheck(found: Findings, stopped: boolean, since: Both): Check {
  const places = found.kept.map(({ kind, file, line }) => `${file}:${line}: ${kind}`);
  if (found.count > 0) {
    return failed(
      'secrets',
      [
        `${since[0]}新增的行里有 ${found.count} 处像密钥的内容`,
        `${found.count} added lines look like secrets (${since[1]})`,
      ],
      [
        '吊销这些密钥，再从历史里删除；确属示例的，在该行注明 allowlist secret',
        'revoke them, then remove them from the history; mark a line that is only an example with: allowlist secret',
      ],
      places,
      found.count,
    );
  }
  if (stopped) {
    return failed(
      'secrets',
      [
        `差异超过 ${MAX_BYTES} 字节，只看了开头`,
        `the diff is longer than ${MAX_BYTES} bytes: only its beginning was looked at`,
      ],
      ['用 base=标签 缩小范围', 'narrow it with base=TAG'],
    );
  }
  return passed('secrets', [
    `${since[0]}新增的行里没有像密钥的内容`,
    `no added line looks like a secret (${since[1]})`,
  ]);
}

function todoCheck(found: Findings, todo: 'off' | 'forbid', since: Both): Check {
  if (todo === 'off')
    return skipped('todo_markers', [
      '没有启用（projects.<名称>.todo_markers: forbid）',
      'not asked for (projects.<name>.todo_markers: forbid)',
    ]);
  if (found.count === 0) return passed('todo_markers', [`${since[0]}没有新增标记`, `none was added (${since[1]})`]);
  return failed(
    'todo_markers',
    [`${since[0]}新增了 ${found.count} 处标记`, `${found.count} were added (${since[1]})`],
    ['完成它们，或转成工单', 'finish them, or file them'],
    found.kept.map(({ kind, file, line }) => `${file}:${line}: ${kind}`),
    found.count,
  );
}

class Findings {
  readonly kept: Finding[] = [];
  count = 0;

  add(finding: Finding): void {
    this.count += 1;
    if (this.kept.length < MAX_KEPT) this.kept.push(finding);
  }
}

/** The tree of nothing, as this repository's hash function names it. */
async function emptyTree(git: Repository['git']): Promise<string> {
  const { stdout } = await git.run(['hash-object', '-t', 'tree', '--stdin']);
  return decodeText(stdout).trim();
}
