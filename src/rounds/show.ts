import type { Environment, Round } from '../environment/types.js';
import { UsageError } from '../errors/product-error.js';
import { decisionsOfRound, type StoredDecision } from '../store/decisions.js';
import { findEnvironment } from '../store/environments.js';
import { loadEnvironment } from '../store/load.js';
import type { Store } from '../store/open.js';
import { loadRound } from '../store/rounds.js';

/** A trajectory: the unfolded rounds, or the one asked for. */
export interface Shown {
  environment: Environment;
  /** Set where one round was asked for. */
  round: Round | null;
  /** Why the routes of what is shown were taken, round by round and step by step; empty where neither one round nor they were asked for. */
  decisions: StoredDecision[];
}

export class EnvironmentUnknownError extends UsageError {
  override readonly code = 'ENVIRONMENT_UNKNOWN';

  constructor(name: string) {
    super({
      en: `There is no Environment '${name}'. \`environment-runtime environments list\` shows those there are.`,
      zh: `没有 Environment '${name}'。用 \`environment-runtime environments list\` 查看现有的。`,
    });
  }
}

export class RoundUnknownError extends UsageError {
  override readonly code = 'ROUND_UNKNOWN';

  constructor(name: string, round_id: number, newest: number) {
    super({
      en: `Environment '${name}' has no round ${round_id}; its newest is ${newest}.`,
      zh: `Environment '${name}' 没有第 ${round_id} 轮，最新一轮是 ${newest}。`,
    });
  }
}

export async function show(
  store: Store,
  name: string,
  round_id: number | null,
  options: { decisions: boolean } = { decisions: false },
): Promise<Shown> {
  return await store.read(async (tx) => {
    const found = await findEnvironment(tx, name);
    if (found === null) throw new EnvironmentUnknownError(name);
    const environment = await loadEnvironment(tx, found.id, { track: true });
    const decisionsOf = (each: number) => decisionsOfRound(tx, { environment_id: found.id, round_id: each });
    if (round_id === null) {
      const decisions: StoredDecision[] = [];
      if (options.decisions)
        for (const each of environment.rounds) decisions.push(...(await decisionsOf(each.round_id)));
      return { environment, round: null, decisions };
    }
    const round = await loadRound(tx, found.id, round_id);
    if (round === null) throw new RoundUnknownError(name, round_id, environment.cur_round);
    return { environment, round, decisions: await decisionsOf(round_id) };
  });
}
