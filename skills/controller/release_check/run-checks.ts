import { decodeText } from '../../kit/decode-text.js';
import type { JobEvents } from '../../kit/job-events.js';
import type { Both, Verdict } from '../../kit/language.js';
import type { Refusal } from '../../kit/run-workflow.js';
import type { Counts } from '../functest/parsers/parser.js';
import { CHECKS, type Check, type CheckName, NAMES, skipped } from './check.js';
import { checkChangelog } from './checks/changelog.js';
import { cleanTree } from './checks/clean-tree.js';
import { checkLicenceHeaders } from './checks/licence-headers.js';
import { checkLockFile } from './checks/lock-file.js';
import { type DiffScan, type Finding, scanDiff } from './checks/scan-diff.js';
import { checkTests } from './checks/tests.js';
import { checkVersion, latestOf, tagsOf } from './checks/version.js';
import { openRepository, type Repository } from './git/repository.js';
import { readManifest } from './manifest.js';
import type { ReleaseInput } from './release-input.js';

export interface Facts {
  verdict: Verdict;
  /** Why nothing could be checked. */
  problem: Both | null;
  checks: readonly Check[];
  version: string | null;
  latest_tag: string | null;
  head: string | null;
  branch: string | null;
  secrets: readonly Finding[];
  test_counts: Counts | null;
  duration_ms: number;
}

/** Checks one after the other what has to be right before a release. Tests come last: they may leave files behind. */
export async function runChecks(input: ReleaseInput, events: JobEvents): Promise<Facts> {
  const started = performance.now();
  const repository = await openRepository(input.folder);
  if ('problem' in repository) return { ...nothing, problem: repository.problem };
  const manifest = readManifest(input.folder);
  const latest = latestOf(tagsOf(repository.tags, manifest?.name ?? null));
  const base = await findBase(repository, input.base, latest);
  if (base !== null && 'problem' in base) return { ...nothing, problem: base.problem };

  let scan: DiffScan | null = null;
  let test_counts: Counts | null = null;
  const scanned = async (): Promise<DiffScan> => {
    scan ??= await scanDiff(repository, base, input.todo_markers);
    return scan;
  };
  const work: Readonly<Record<CheckName, () => Check | Promise<Check>>> = {
    clean_tree: () => cleanTree(repository),
    version: () => checkVersion(manifest, repository, input.version),
    changelog: () => checkChangelog(input.folder, input.changelog, input.version ?? manifest?.version ?? null),
    lock_file: () => checkLockFile(input.folder, manifest),
    licence_headers: () => checkLicenceHeaders(repository, input.licence_header),
    secrets: async () => (await scanned()).secrets,
    todo_markers: async () => (await scanned()).todo_markers,
    async tests() {
      const { check, counts } = await checkTests(input.tests, input.folder, events);
      test_counts = counts;
      return check;
    },
  };
  const checks: Check[] = [];
  for (const [index, name] of CHECKS.entries()) {
    events.step(NAMES[name], index + 1, CHECKS.length);
    checks.push(input.skip.has(name) ? skipped(name, ['按要求跳过', 'left out as asked']) : await work[name]());
  }
  return {
    verdict: checks.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
    problem: null,
    checks,
    version: manifest?.version ?? null,
    latest_tag: latest?.name ?? null,
    head: repository.head,
    branch: repository.branch,
    secrets: (scan as DiffScan | null)?.findings ?? [],
    test_counts,
    duration_ms: Math.round(performance.now() - started),
  };
}

const nothing: Facts = {
  verdict: 'error',
  problem: null,
  checks: [],
  version: null,
  latest_tag: null,
  head: null,
  branch: null,
  secrets: [],
  test_counts: null,
  duration_ms: 0,
};

export function refuse({ code, message }: Refusal): Facts {
  const problem: Both =
    code === 'bad_input'
      ? [`输入有误：${message[0]}`, `bad input: ${message[1]}`]
      : [`release_check 自身出错：${message[0]}`, `release_check itself failed: ${message[1]}`];
  return { ...nothing, problem };
}

/** What the changes are counted from: what was asked for, else the latest tag; on the tagged commit itself the tag before it. */
async function findBase(
  { git, head, tags }: Repository,
  wanted: string | null,
  latest: { name: string; commit: string } | null,
): Promise<{ name: string; commit: string } | { problem: Both } | null> {
  if (wanted !== null) {
    const { code, stdout } = await git.run([
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${wanted}^{commit}`,
    ]);
    if (code !== 0) return { problem: [`没有名为 ${wanted} 的标签或提交`, `there is no tag or commit ${wanted}`] };
    return { name: wanted, commit: decodeText(stdout).trim() };
  }
  return latest?.commit === head ? latestOf(tags.filter(({ commit }) => commit !== head)) : latest;
}
