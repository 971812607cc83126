import { exportEnvironment } from '../store/exchange/export.js';
import type { House, RoundRequest } from './house.js';
import { record } from './record.js';
import { type RoundResult, resultOf } from './result.js';
import { runRound } from './round.js';

/** One round, from request to files. */
export async function performRound(house: House, request: RoundRequest): Promise<RoundResult> {
  const round = await runRound(house, request);
  const { environment } = await house.store.read((tx) => exportEnvironment(tx, round.turn.environment_id));
  const { run_root, log_file } = house;
  return await record({ run_root, log_file, environment, result: resultOf(round), now: house.now() });
}
