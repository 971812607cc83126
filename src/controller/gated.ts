import { gateAction } from '../protocol/gates.js';
import type { Decision, Policy, PolicyInput } from './policy.js';

/**
 * What a policy decides, its action through the gates once more: whoever wrote the policy, nothing is done that they refuse. What is refused is an
 * outcome, never an exception.
 */
export async function decideGated(policy: Policy, input: PolicyInput, signal: AbortSignal): Promise<Decision> {
  const decision = await policy.decide(input, signal);
  const { outcome } = decision;
  if (!outcome.ok) return decision;
  const { task_types } = input.actions;
  const gated = gateAction(outcome.action, { task_types, observed: input.observations });
  return { ...decision, outcome: gated.ok ? { ...gated, repaired: outcome.repaired } : gated };
}
