import { faultPoint } from '../../src/faults/fault-point.js';
import { requestCancel } from '../../src/jobs/cancel.js';
import { collectEnded, readEnded } from '../../src/jobs/collect.js';
import type { JobRoom } from '../../src/jobs/room.js';
import { tend } from '../../src/jobs/tend.js';
import { openStore } from '../../src/store/open.js';

/** What another process is asked to do with a job room; see drive(). */
export interface Errand {
  command: 'collect' | 'cancel' | 'tend';
  room: Omit<JobRoom, 'store' | 'now'>;
  environment_id: number;
  round_id: number;
  run_id: string | null;
  /** How many at once. */
  times: number;
}

async function main(): Promise<void> {
  const errand = JSON.parse(process.argv[2] ?? '') as Errand;
  const store = await openStore(errand.room.state_file, { create: false });
  const room: JobRoom = { ...errand.room, store, now: () => new Date() };
  const results = await Promise.all(Array.from({ length: errand.times }, () => once(room, errand)));
  await store.close();
  process.stdout.write(JSON.stringify(results));
}

async function once(room: JobRoom, errand: Errand): Promise<unknown> {
  const { environment_id, round_id, run_id } = errand;
  switch (errand.command) {
    case 'tend':
      return tend(room);
    case 'cancel':
      return requestCancel(room, run_id ?? '');
    case 'collect': {
      const read = await readEnded(room, environment_id);
      const key = { environment_id, round_id };
      const collected = await room.store.write((tx) => collectEnded(room, tx, key, new Date(), read));
      faultPoint('collect.committed');
      return collected;
    }
  }
}

await main();
