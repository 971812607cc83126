import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRoom } from '../jobs/room.js';
import { EnvironmentUnknownError } from '../rounds/show.js';
import { deleteEnvironment, findEnvironment } from '../store/environments.js';

/** Deletes an Environment with its rounds and the files of its jobs. Refused while one of its jobs lives. */
export async function removeEnvironment({ store, jobs_dir }: JobRoom, name: string): Promise<void> {
  const { run_ids } = await store.write(async (tx) => {
    const found = await findEnvironment(tx, name);
    if (found === null) throw new EnvironmentUnknownError(name);
    return await deleteEnvironment(tx, found.id);
  });
  for (const run_id of run_ids) await rm(join(jobs_dir, run_id), { recursive: true, force: true });
}
