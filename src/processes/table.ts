import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** One line of the system's process table. */
export interface ProcessFacts {
  pid: number;
  parent: number;
  /** Process group id. */
  group: number;
  /** Session id; 0 where the system does not tell. */
  session: number;
  /** Ended but not yet reaped: counts as dead. */
  zombie: boolean;
  /** Halted by a signal or a debugger: it does nothing until it is continued. */
  halted: boolean;
  /** When it started, as the system gives it: together with the pid it names a process for ever. */
  started_at: string;
}

/** The process with this pid, or null. */
export function readProcess(pid: number): ProcessFacts | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') return readLinuxProcess(pid, bootId());
  return readPs(['-p', String(pid)])[0] ?? null;
}

/** Every process that can be seen. */
export function readAllProcesses(): ProcessFacts[] {
  if (process.platform !== 'linux') return readPs(['-ax']);
  const boot = bootId();
  const found: ProcessFacts[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isSafeInteger(pid)) continue;
    const facts = readLinuxProcess(pid, boot);
    if (facts !== null) found.push(facts);
  }
  return found;
}

/** Start times on Linux count from boot, so a reboot must change them. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

function readLinuxProcess(pid: number, boot: string): ProcessFacts | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  const started = fields[19];
  if (state === undefined || started === undefined) return null;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    zombie: state === 'Z' || state === 'X',
    halted: state === 'T' || state === 't',
    started_at: `${started}@${boot}`,
  };
}

function readPs(selection: readonly string[]): ProcessFacts[] {
  let table: string;
  try {
    table = execFileSync('ps', [...selection, '-o', 'pid=,ppid=,pgid=,stat=,lstart='], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch {
    return [];
  }
  return parsePs(table);
}

/** Reads the output of `ps -o pid=,ppid=,pgid=,stat=,lstart=`. */
export function parsePs(table: string): ProcessFacts[] {
  const found: ProcessFacts[] = [];
  for (const line of table.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/.exec(line);
    if (match === null) continue;
    const [, pid, parent, group, state = '', lstart = ''] = match;
    found.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: 0,
      zombie: state.startsWith('Z'),
      halted: /^t/i.test(state),
      started_at: lstart.replace(/\s+/g, ' '),
    });
  }
  return found;
}
