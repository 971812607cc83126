import { hostname } from 'node:os';
import { readProcess } from './table.js';

/** A process for ever: pids are reused, a pid with its start time is not. */
export interface ProcessId {
  pid: number;
  /** The system's own start time, not a clock reading of ours. */
  started_at: string;
}

/** Who has this pid now; null when nobody does, or only a zombie. */
export function identify(pid: number): ProcessId | null {
  const facts = readProcess(pid);
  return facts === null || facts.zombie ? null : { pid, started_at: facts.started_at };
}

/** Whether exactly this process still runs. A zombie does not. */
export function isAlive(id: ProcessId): boolean {
  return identify(id.pid)?.started_at === id.started_at;
}

/** Whether exactly this process is there, and halted. */
export function isHalted({ pid, started_at }: ProcessId): boolean {
  const facts = readProcess(pid);
  return facts?.halted === true && facts.started_at === started_at;
}

/** This process. */
export function self(): ProcessId {
  return identify(process.pid) ?? { pid: process.pid, started_at: 'unknown' };
}

export function sameProcess(one: ProcessId | null, other: ProcessId | null): boolean {
  if (one === null || other === null) return one === other;
  return one.pid === other.pid && one.started_at === other.started_at;
}

/** Whether both processes belong to one run of the system. Linux counts start times from boot; elsewhere they are dates, and this is not known. */
export function sameBoot(one: ProcessId, other: ProcessId): boolean {
  return one.started_at.split('@')[1] === other.started_at.split('@')[1];
}

/** The name of this machine, as stored beside pids: a pid means nothing on another one. */
export function hostName(): string {
  return hostname().replaceAll(':', '_');
}

/** This process as the holder of a lease: `host:pid:started_at`. */
export function ownerName(): string {
  const { pid, started_at } = self();
  return `${hostName()}:${pid}:${started_at}`;
}

/** Whether a lease holder still runs; null when it is on another machine and nobody here can tell. */
export function ownerAlive(owner: string): boolean | null {
  const match = /^([^:]*):(\d+):(.*)$/.exec(owner);
  if (match === null) return null;
  const [, host, pid, started_at = ''] = match;
  if (host !== hostName()) return null;
  return isAlive({ pid: Number(pid), started_at });
}
