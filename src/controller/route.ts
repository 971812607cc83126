import type { StateInput } from '../environment/state-input.js';
import type { ControllerAction, GateFailure } from '../protocol/action.js';
import type { ActionSpace, Candidate, Decision, Policy } from './policy.js';

/** What came of routing one request. */
export type Routed = {
  readonly decision: Decision;
  readonly ms: number;
} & (
  | { readonly kind: 'action'; readonly action: ControllerAction }
  /** Below the threshold: the candidates worth offering, best first. */
  | { readonly kind: 'ask'; readonly offered: readonly Candidate[] }
  | { readonly kind: 'refused'; readonly failure: GateFailure }
);

/** How many candidates a question offers. */
const OFFERED = 3;

/** One decision: gated, and taken only where the policy is sure enough of it. */
export async function route(
  policy: Policy,
  state: StateInput,
  actions: ActionSpace,
  signal: AbortSignal,
): Promise<Routed> {
  const started = performance.now();
  const decision = await policy.decide({ state, observations: [], actions }, signal);
  const ms = performance.now() - started;
  if (!decision.outcome.ok) return { kind: 'refused', failure: decision.outcome, decision, ms };
  if (decision.confidence < decision.threshold) {
    return { kind: 'ask', offered: decision.candidates.slice(0, OFFERED), decision, ms };
  }
  return { kind: 'action', action: decision.outcome.action, decision, ms };
}
