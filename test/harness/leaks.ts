import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterEach, expect } from 'vitest';
import { TEST_MARK } from './mark.js';
import { until } from './until.js';
import { removeWorkspaces, workspaces } from './workspace.js';

/** Processes that carry this test file's mark. Linux only; elsewhere nothing is found. */
export function markedProcesses(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`ER_TEST_MARK=${TEST_MARK}`)) return false;
        return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z';
      } catch {
        return false;
      }
    });
}

function openFilesInWorkspaces(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((target) => workspaces().some((directory) => target.startsWith(directory)));
}

function describeProcess(pid: number): string {
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`;
  } catch {
    return String(pid);
  }
}

function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended between the look and the kill.
    }
  }
}

/** A whole build of an index outlives by design whoever ordered it; that it ends by itself is seen in `controller/route-index-cache.test.ts`. */
const isIndexBuild = (pid: number): boolean => describeProcess(pid).includes('reindex.js');

/** Whatever else is still there has to end by itself. */
function isNobodyLeft(): boolean {
  const left = markedProcesses();
  kill(left.filter(isIndexBuild));
  return left.length === 0;
}

afterEach(async () => {
  const gone = await until('no process of the test is left', isNobodyLeft, 50_000).catch(() => false);
  const left = gone ? [] : markedProcesses().map(describeProcess);
  const open = openFilesInWorkspaces();
  kill(markedProcesses());
  await removeWorkspaces();
  expect(left, 'processes left behind by the test').toEqual([]);
  expect(open, 'files the test left open').toEqual([]);
});
