import type { StateInput } from '../environment/state-input.js';
import type { GateFailure, GenerateTaskAction, ObserveAction } from '../protocol/action.js';
import { decideGated } from './gated.js';
import type { ActionSpace, Candidate, Decision, Observation, Policy } from './policy.js';

/** One decision of a turn, and what the tool it asked for answered. */
export interface RoutedStep {
  readonly decision: Decision;
  readonly ms: number;
  /** Null unless an observe action was taken. */
  readonly observation: Observation | null;
}

/** What came of routing one request: every step taken, oldest first, and how it ended. */
export type Routed = { readonly steps: readonly RoutedStep[] } & (
  | { readonly kind: 'task'; readonly action: GenerateTaskAction }
  /** Below the threshold: the candidates worth offering, best first. */
  | { readonly kind: 'ask'; readonly offered: readonly Candidate[] }
  | { readonly kind: 'refused'; readonly failure: RouteFailure }
);

export interface RouteFailure {
  /** GATE_PARSE, GATE_SCHEMA, GATE_PROTOCOL, OBSERVE_FAILED, MAX_STEPS. */
  readonly code: string;
  readonly message: string;
}

export interface RouteRequest {
  readonly policy: Policy;
  readonly state: StateInput;
  readonly actions: ActionSpace;
  /** Decisions at most; the last one has to be a task. */
  readonly max_steps: number;
  observe(action: ObserveAction): Promise<Observation>;
  readonly signal: AbortSignal;
}

/** How many candidates a question offers. */
const OFFERED = 3;

/**
 * Decides, observing as the policy asks, until there is a task, a question or a failure. A tool's failure is answered to the policy
 * once; the second ends the route with its reason. Every action passes the gates, whichever policy it comes from.
 */
export async function route({ policy, state, actions, max_steps, observe, signal }: RouteRequest): Promise<Routed> {
  const steps: RoutedStep[] = [];
  for (let step = 1; step <= max_steps; step++) {
    const observations = steps.flatMap(({ observation }) => (observation === null ? [] : [observation]));
    const started = performance.now();
    const decision = await decideGated(policy, { state, observations, actions }, signal);
    const ms = performance.now() - started;
    const { outcome } = decision;
    const taken = outcome.ok && decision.confidence >= decision.threshold ? outcome.action : null;
    const observation = taken?.action_kind === 'observe' && step < max_steps ? await observe(taken) : null;
    steps.push({ decision, ms, observation });
    if (!outcome.ok) return { kind: 'refused', failure: gateFailure(outcome), steps };
    if (taken === null) return { kind: 'ask', offered: offered(decision, actions.task_types), steps };
    if (taken.action_kind === 'generate_task') return { kind: 'task', action: taken, steps };
    const failures = [...observations, observation].filter((seen) => seen?.ok === false);
    if (failures.length > 1) {
      const message = failures.map((seen) => `${seen?.tool}: ${seen?.result}`).join('; ');
      return { kind: 'refused', failure: { code: 'OBSERVE_FAILED', message }, steps };
    }
  }
  const message = `no task after ${max_steps} decisions`;
  return { kind: 'refused', failure: { code: 'MAX_STEPS', message }, steps };
}

function gateFailure({ layer, message }: GateFailure): RouteFailure {
  return { code: `GATE_${layer.toUpperCase()}`, message };
}

/** Only what can be started is offered: nobody answers a question with a tool, or with a type that is not there. */
function offered({ candidates }: Decision, types: ActionSpace['task_types']): Candidate[] {
  return candidates.filter(({ task_type }) => task_type !== undefined && types.includes(task_type)).slice(0, OFFERED);
}
