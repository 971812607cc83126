import { readlinkSync } from 'node:fs';
import { sep } from 'node:path';
import { environmentReader, type HasVariable } from './environ.js';
import { type ProcessId, sameBoot, self } from './identity.js';
import { type ProcessFacts, readAllProcesses } from './table.js';

/** What belongs to one piece of work: everything found by any of these. */
export interface Tree {
  /** The leader of the process group; it may be dead already. */
  root: ProcessId;
  /** An environment variable that every process of the work inherits. */
  mark: { name: string; value: string } | null;
  /** A folder that only the work writes its stdout and stderr into. */
  directory: string | null;
  /** Processes with this environment variable, and all below them, belong to other work. */
  foreign_mark: string | null;
}

/** Live processes whose environment holds `name=value`. Where the system hides environments, fewer or none. */
export function findByMark(name: string, value: string): number[] {
  const has = environmentReader();
  return readAllProcesses()
    .filter((one) => !one.zombie && has(one.pid, name, value))
    .map((one) => one.pid);
}

/** Live processes below `pid`, nearest first. */
export function descendants(pid: number, table: readonly ProcessFacts[] = readAllProcesses()): ProcessFacts[] {
  const found: ProcessFacts[] = [];
  const seen = new Set([pid]);
  for (const parent of seen) {
    for (const child of table) {
      if (child.parent !== parent || seen.has(child.pid)) continue;
      seen.add(child.pid);
      if (!child.zombie) found.push(child);
    }
  }
  return found;
}

/** Every live process of the tree: the root, its group and session, what descends from it, what carries its mark, what writes into its folder. */
export function findTree(tree: Tree): ProcessFacts[] {
  const table = readAllProcesses();
  const has = environmentReader();
  const leader = table.find((one) => one.pid === tree.root.pid);
  // A group id is not reused while the group has members: another process of that pid means the group is gone.
  const groupIsOurs = leader === undefined ? sameBoot(tree.root, self()) : leader.started_at === tree.root.started_at;
  const below = new Set(
    leader !== undefined && groupIsOurs ? descendants(leader.pid, table).map((one) => one.pid) : [],
  );
  const found = table.filter((one) => {
    if (one.zombie || one.pid === process.pid || one.pid === 1) return false;
    if (below.has(one.pid)) return true;
    if (groupIsOurs && (one.group === tree.root.pid || one.session === tree.root.pid)) return true;
    if (tree.mark !== null && !isOlder(one, tree.root) && has(one.pid, tree.mark.name, tree.mark.value)) return true;
    return tree.directory !== null && writesInto(one.pid, tree.directory);
  });
  return tree.foreign_mark === null ? found : withoutForeign(found, table, has, tree.foreign_mark);
}

/** What was there before the root has not inherited its mark; not asking spares reading most of a busy machine. */
function isOlder(one: ProcessFacts, root: ProcessId): boolean {
  const [started = '', boot] = one.started_at.split('@');
  const [rootStarted = '', rootBoot] = root.started_at.split('@');
  // Elsewhere than on Linux start times are dates to the second: nothing is known of those.
  return boot !== undefined && boot === rootBoot && Number(started) < Number(rootStarted);
}

function withoutForeign(
  found: ProcessFacts[],
  table: readonly ProcessFacts[],
  has: HasVariable,
  variable: string,
): ProcessFacts[] {
  const foreign = new Set<number>();
  for (const one of found) {
    if (!has(one.pid, variable, null)) continue;
    foreign.add(one.pid);
    for (const below of descendants(one.pid, table)) foreign.add(below.pid);
  }
  return found.filter((one) => !foreign.has(one.pid));
}

function writesInto(pid: number, directory: string): boolean {
  if (process.platform !== 'linux') return false;
  for (const fd of [1, 2]) {
    try {
      if (readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(directory + sep)) return true;
    } catch {
      // Gone meanwhile, another user's, or not open.
    }
  }
  return false;
}
