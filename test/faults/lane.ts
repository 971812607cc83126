import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultPoint } from '../../src/faults/fault-point.js';
import { supervisorOf } from '../../src/jobs/record-dispatch.js';
import type { JobRecord } from '../../src/jobs/room.js';
import { isLive } from '../../src/jobs/status.js';
import { isAlive } from '../../src/processes/identity.js';
import { findJob } from '../../src/store/jobs.js';
import type { Store } from '../../src/store/open.js';
import { command, type Ended, start } from '../harness/command-line.js';
import { jobFolder } from '../harness/library.js';
import type { TestProject } from '../harness/project.js';
import { until } from '../harness/until.js';
import type { Dice } from './dice.js';

/** Asks how things stand in words that none of the probe's parameters is called. */
export const STATUS = 'is it done yet?';

/** One Environment that keeps being worked in, by one process after the other. */
export interface Lane {
  readonly project: TestProject;
  readonly store: Store;
  readonly environment: string;
  readonly dice: Dice;
  /** What was told to the user: run_ids of requests that were answered. */
  readonly accepted: string[];
  /** What was done, for whoever has to understand a failure. */
  readonly history: string[];
}

export type Fault = FaultPoint | `${FaultPoint}:${number}`;

export function cli(lane: Lane, args: readonly string[], fault?: Fault): Promise<Ended> {
  lane.history.push(`${lane.environment}: ${args.join(' ')}${fault === undefined ? '' : ` [dies at ${fault}]`}`);
  return command(lane.project, [...args, '--environment', lane.environment], options(fault));
}

/** Kills the command after so many ms; null where it was quicker. */
export async function killedAfter(lane: Lane, args: readonly string[], ms: number): Promise<Ended | null> {
  lane.history.push(`${lane.environment}: ${args.join(' ')} [killed after ${ms} ms]`);
  const { child, ended } = start(lane.project, [...args, '--environment', lane.environment], options());
  await Promise.race([ended, delay(ms)]);
  child.kill('SIGKILL');
  const end = await ended;
  return end.signal === 'SIGKILL' ? end : null;
}

function options(fault?: Fault) {
  return fault === undefined ? {} : { env: { ER_FAULT_POINT: fault } };
}

/** Each request is another one, so that none joins an earlier one's job. */
export function request(lane: Lane, how: string): string[] {
  return ['run', '--json', '--input', `probe the turbine how=${how} tag=t${lane.dice.number(1e9)}`];
}

/** Dispatches a job and returns its id; null where the process died over it or did something else. */
export async function dispatch(lane: Lane, how: string, fault?: Fault): Promise<string | null> {
  const { stdout, signal, code, stderr } = await cli(lane, request(lane, how), fault);
  if (signal !== null) return null;
  if (stdout === '') throw new Error(`a request ended with ${code} and no answer: ${stderr}`);
  const { run_id } = JSON.parse(stdout) as { run_id: string | null };
  if (run_id !== null) lane.accepted.push(run_id);
  return run_id;
}

export async function row(lane: Lane, run_id: string): Promise<JobRecord> {
  const found = await lane.store.read((tx) => findJob(tx, run_id));
  if (found === null) throw new Error(`${run_id} was accepted, and there is no row of it`);
  return found;
}

/** Waits until a job has ended, or the supervisor it has now is dead. */
export async function supervisorGone(lane: Lane, run_id: string): Promise<void> {
  await until(`${run_id} has ended or lost its supervisor`, async () => {
    const job = await row(lane, run_id);
    const supervisor = supervisorOf(job);
    return !isLive(job.status) || (supervisor !== null && !isAlive(supervisor));
  });
}

export async function ended(lane: Lane, run_id: string): Promise<void> {
  await until(`${run_id} has ended`, async () => !isLive((await row(lane, run_id)).status));
}

/** Lets a holding probe end. */
export function letGo(lane: Lane, run_id: string): void {
  writeFileSync(join(jobFolder(lane.project, run_id), 'go'), '');
}
