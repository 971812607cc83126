import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Controller } from '../controller/assemble.js';
import { decideGated } from '../controller/gated.js';
import { observe } from '../controller/observe/tools.js';
import type { Decision } from '../controller/policy.js';
import { type Routed, route } from '../controller/route.js';
import { roundsToLoad } from '../environment/limits.js';
import { buildControllerStateInput } from '../environment/state-input.js';
import type { Environment, EnvironmentFacts } from '../environment/types.js';
import { callScript } from '../executor/script-tool.js';
import { faultPoint } from '../faults/fault-point.js';
import type { ObserveAction } from '../protocol/action.js';
import type { Catalog } from '../skills/package.js';
import { loadFacts } from '../store/facts.js';
import { loadEnvironment } from '../store/load.js';
import { writeState } from '../store/states.js';
import { ToolFailedError } from './errors.js';
import type { House, MadeDecision, Turn } from './house.js';
import { withoutLease } from './without-lease.js';

export interface Decided {
  readonly routed: Routed;
  readonly made: readonly MadeDecision[];
  readonly facts: EnvironmentFacts;
}

/**
 * Routes the request over the visible state. The state is kept as a file, named by its hash, before anything follows from it. `before`:
 * decisions this round has already made.
 */
export async function decide(house: House, turn: Turn, controller: Controller, before: number): Promise<Decided> {
  const { environment, facts } = await load(house, turn, 'without-track');
  const state = buildControllerStateInput(environment, facts, turn.input, controller.skills_index, house.settings);
  const [state_hash, routed] = await Promise.all([
    writeState(house.states_dir, state),
    route({
      policy: controller.policy,
      state,
      actions: controller.actions,
      max_steps: house.settings.max_controller_steps,
      observe: (action) => look(house, turn, controller.catalog, action),
      signal: turn.request.signal,
    }),
  ]);
  faultPoint('round.decided');
  const made = routed.steps.map(({ decision, ms }, at) => ({ step: before + at + 1, decision, state_hash, ms }));
  return { routed, made, facts };
}

/** What the policy would decide first if these words were all that is asked; nothing is stored of it. */
export async function decideAlone(house: House, turn: Turn, controller: Controller, text: string): Promise<Decision> {
  const { environment, facts } = await load(house, turn, 'without-track');
  const state = buildControllerStateInput(environment, facts, text, controller.skills_index, house.settings);
  const { policy, actions } = controller;
  return await decideGated(policy, { state, observations: [], actions }, turn.request.signal);
}

/** Tracks are read only where a tool asks for them. */
async function look(house: House, turn: Turn, catalog: Catalog, action: ObserveAction) {
  const seen = await load(house, turn, 'with-track');
  return await observe(action, {
    ...seen,
    roots: house.observe_roots,
    limits: house.settings,
    now: house.now(),
    skillTool: (tool, input) => withoutLease(house, turn, () => scriptAnswer(house, turn, catalog, { tool, input })),
  });
}

async function scriptAnswer(
  house: House,
  { run_dir, request }: Turn,
  catalog: Catalog,
  call: { tool: string; input: unknown },
): Promise<string> {
  const directory = join(run_dir, `tool-${randomBytes(4).toString('hex')}`);
  const bench = { jobs: house.jobs, trust_file: house.trust_file, directory, cwd: house.root };
  const { ok, output } = await callScript(bench, catalog, call, request.signal);
  if (!ok) throw new ToolFailedError(output);
  return output;
}

async function load(
  house: House,
  turn: Turn,
  how: 'with-track' | 'without-track',
): Promise<{ environment: Environment; facts: EnvironmentFacts }> {
  const last = roundsToLoad(house.settings);
  return await house.store.read(async (tx) => ({
    environment: await loadEnvironment(tx, turn.environment_id, { last, track: how === 'with-track' }),
    facts: await loadFacts(tx, turn.environment_id),
  }));
}
