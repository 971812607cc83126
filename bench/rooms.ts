import { setTimeout as delay } from 'node:timers/promises';
import type { House } from '../src/rounds/house.js';
import { performRound } from '../src/rounds/perform.js';
import type { RoundResult } from '../src/rounds/result.js';
import { findJob } from '../src/store/jobs.js';
import { type Wiring, wire } from '../src/wiring.js';
import { userEnv } from './command.js';

/** The rooms of a project, wired as the library wires them. */
export async function inRooms<T>(project: string, work: (house: House, wiring: Wiring) => Promise<T>): Promise<T> {
  const wiring = await wire({ cwd: project, env: userEnv(), now: () => new Date() });
  try {
    return await work(await wiring.house(), wiring);
  } finally {
    await wiring.close();
  }
}

/** One round, as the library performs one. */
export async function round(house: House, input: string, environment = 'default'): Promise<RoundResult> {
  const signal = new AbortController().signal;
  return await performRound(house, { environment, input, identical: 'join', case_id: null, language: null, signal });
}

/** Waits until a job's end is stored, and its supervisor has had its time to end, too. */
export async function jobEnd(house: House, run_id: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const row = await house.store.read((tx) => findJob(tx, run_id));
    if (row !== null && row.finished_at !== null) break;
    if (performance.now() > deadline) throw new Error(`${run_id} did not end in a minute`);
    await delay(10);
  }
  await delay(30);
}
