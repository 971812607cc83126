import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, type ProcessId } from './identity.js';
import type { ProcessFacts } from './table.js';
import { findTree, type Tree } from './tree.js';

export interface StopReport {
  /** Everything that was ever seen of the tree is gone. Where environments cannot be read, false once something left the group. */
  confirmed: boolean;
  /** The grace time was not enough. */
  forced: boolean;
  /** Pids that may still run. */
  unconfirmed: number[];
  /** How many processes had to be signalled. */
  stopped: number;
}

const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 200;
/** SIGKILL cannot be refused; a process that outlives it this long hangs in the kernel. */
const KILL_WAIT_MS = 5_000;

export interface StopOptions {
  readonly grace_ms: number;
  /** Asks it to end. Default SIGTERM. */
  readonly signal?: NodeJS.Signals;
  /** One reading of the process table. Default `findTree`. */
  readonly find?: (tree: Tree) => ProcessFacts[];
}

/**
 * Ends a whole tree: a signal to all of it, `grace_ms` to clean up, then SIGKILL, and waits until it is gone.
 * Processes that left the group are found by their mark. Each pid is checked against its start time before each signal.
 */
export async function stopTree(tree: Tree, options: StopOptions): Promise<StopReport> {
  const { signal = 'SIGTERM', find = findTree } = options;
  const seen = new Map<string, ProcessId>();
  let escaped = false;
  const look = (): ProcessId[] => {
    for (const one of find(tree)) {
      if (one.group !== tree.root.pid) escaped = true;
      seen.set(`${one.pid} ${one.started_at}`, { pid: one.pid, started_at: one.started_at });
    }
    return [...seen.values()].filter((one) => isAlive(one));
  };

  // Who forks and dies while the table is being read is in it neither by itself nor by its child: the next one has the child.
  const lookTwice = (): ProcessId[] => {
    const found = look();
    return found.length === 0 ? look() : found;
  };

  let alive = lookTwice();
  if (alive.length === 0) return { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };

  signalAll(tree, alive, signal);
  // What a shell started in the background ignores SIGINT: whoever outlives the root is asked once more, by SIGTERM.
  const termed = new Set(signal === 'SIGTERM' ? alive.map((one) => one.pid) : [tree.root.pid]);
  const graceEnds = performance.now() + options.grace_ms;
  for (
    let rest = FIRST_LOOK_MS;
    alive.length > 0 && performance.now() < graceEnds;
    rest = Math.min(1.5 * rest, LONGEST_LOOK_MS)
  ) {
    await delay(Math.min(rest, graceEnds - performance.now()));
    alive = lookTwice();
    const leaderless = signal === 'SIGTERM' || !isAlive(tree.root);
    const born = leaderless ? alive.filter((one) => !termed.has(one.pid)) : [];
    for (const one of born) {
      termed.add(one.pid);
      signalOne(one, 'SIGTERM');
    }
  }

  const forced = alive.length > 0;
  const killEnds = performance.now() + KILL_WAIT_MS;
  while (alive.length > 0 && performance.now() < killEnds) {
    signalAll(tree, alive, 'SIGKILL');
    await delay(FIRST_LOOK_MS);
    alive = lookTwice();
  }

  const unconfirmed = alive.map((one) => one.pid);
  const canSeeAll = process.platform === 'linux' || !escaped;
  return { confirmed: unconfirmed.length === 0 && canSeeAll, forced, unconfirmed, stopped: seen.size };
}

/** The group in one call, so that what it forks meanwhile is hit too; then each one that is outside of it. */
function signalAll(tree: Tree, alive: readonly ProcessId[], signal: NodeJS.Signals): void {
  if (alive.some((one) => one.pid === tree.root.pid)) send(-tree.root.pid, signal);
  for (const one of alive) {
    if (one.pid !== tree.root.pid) signalOne(one, signal);
  }
}

/** Sends a signal to exactly this process, if it is still there. */
export function signalOne(id: ProcessId, signal: NodeJS.Signals): void {
  if (isAlive(id)) send(id.pid, signal);
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    // ESRCH: it ended by itself. EPERM: another user's; the report names it as unconfirmed.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
