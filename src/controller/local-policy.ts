import { gateAction } from '../protocol/gates.js';
import type { Candidate, Decision, Policy, PolicyInput } from './policy.js';
import { userTask } from './user-task.js';

/** Kept with a decision; more are never looked at. */
const CANDIDATES = 8;

/** The embedded controller: the route that the packages' own texts score best. No model, no network, no token. */
export function localPolicy(version: string): Policy {
  return {
    name: 'local',
    version,
    decide: (input) => Promise.resolve(decide(input, version)),
  };
}

function decide({ state, observations, actions }: PolicyInput, version: string): Decision {
  const { routes } = actions.routes.score(state.USER_INPUT);
  const candidates: Candidate[] = routes
    .slice(0, CANDIDATES)
    .map(({ label, score }) => ({ action_kind: 'generate_task', task_type: label, score }));
  const best = routes[0];
  const action = {
    action_kind: 'generate_task',
    task_type: best?.label ?? '',
    task_content: userTask(state.USER_INPUT),
    reason: best === undefined ? 'no package is registered' : `best route score ${best.score.toFixed(3)}`,
  };
  return {
    outcome: gateAction(action, { task_types: actions.task_types, observed: observations }),
    policy: 'local',
    policy_version: version,
    confidence: best === undefined ? 0 : actions.routes.confidence(best.score),
    threshold: actions.routes.threshold,
    candidates,
    usage: null,
  };
}
