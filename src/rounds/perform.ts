import { rm } from 'node:fs/promises';
import { exportEnvironment } from '../store/exchange/export.js';
import type { House, RoundRequest } from './house.js';
import { record } from './record.js';
import { type RoundResult, resultOf } from './result.js';
import { runRound } from './round.js';
import { createRunDirectory } from './run-directory.js';

/** One round, from request to files. Its directory is made first: where that cannot be done, nothing is started. */
export async function performRound(house: House, request: RoundRequest): Promise<RoundResult> {
  const run_dir = await createRunDirectory(house.run_root, house.now());
  const round = await runRound(house, request, run_dir).catch(async (error: unknown) => {
    await rm(run_dir, { recursive: true, force: true });
    throw error;
  });
  const { environment } = await house.store.read((tx) => exportEnvironment(tx, round.turn.environment_id));
  const result = { ...resultOf(round), run_dir };
  return await record({ run_dir, log_file: house.log_file, environment, result, now: house.now() });
}
