import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../src/processes/identity.js';
import { dispatch, rowOf, type TestRoom } from './job-room.js';
import { program } from './programs.js';
import { until } from './until.js';

/** A workflow with one side effect: it appends a byte. */
export const counting = (room: TestRoom, code = 0, seconds = 0) => [
  '/bin/sh',
  program('counts.sh'),
  join(room.dir, 'count'),
  String(code),
  String(seconds),
];
export const count = (room: TestRoom) =>
  existsSync(join(room.dir, 'count')) ? readFileSync(join(room.dir, 'count'), 'utf8').length : 0;

export async function supervisorDead(room: TestRoom, run_id: string): Promise<void> {
  await until('its supervisor is dead', async () => {
    const row = await rowOf(room, run_id);
    const { supervisor_pid: pid, supervisor_started_at: started_at } = row;
    return pid !== null && started_at !== null && !isAlive({ pid, started_at });
  });
}

export async function dispatchWithFault(room: TestRoom, fault: string, argv: string[]): Promise<string> {
  process.env.ER_FAULT_POINT = fault;
  try {
    return await dispatch(room, argv);
  } finally {
    delete process.env.ER_FAULT_POINT;
  }
}
