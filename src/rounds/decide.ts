import type { Controller } from '../controller/assemble.js';
import { type Routed, route } from '../controller/route.js';
import { roundsToLoad } from '../environment/limits.js';
import { buildControllerStateInput } from '../environment/state-input.js';
import type { EnvironmentFacts } from '../environment/types.js';
import { faultPoint } from '../faults/fault-point.js';
import { loadFacts } from '../store/facts.js';
import { loadEnvironment } from '../store/load.js';
import { writeState } from '../store/states.js';
import type { House, MadeDecision, Turn } from './house.js';

export interface Decided {
  readonly routed: Routed;
  readonly made: MadeDecision;
  readonly facts: EnvironmentFacts;
}

/** One decision over the visible state. The state is kept as a file, named by its hash, before anything follows from it. */
export async function decide(house: House, turn: Turn, controller: Controller, step: number): Promise<Decided> {
  const last = roundsToLoad(house.settings);
  const { environment, facts } = await house.store.read(async (tx) => ({
    environment: await loadEnvironment(tx, turn.environment_id, { last, track: false }),
    facts: await loadFacts(tx, turn.environment_id),
  }));
  const state = buildControllerStateInput(environment, facts, turn.input, controller.skills_index, house.settings);
  const [state_hash, routed] = await Promise.all([
    writeState(house.states_dir, state),
    route(controller.policy, state, controller.actions, turn.request.signal),
  ]);
  faultPoint('round.decided');
  return { routed, made: { step, decision: routed.decision, state_hash, ms: routed.ms }, facts };
}
