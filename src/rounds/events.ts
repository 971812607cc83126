import type { Routed } from '../controller/route.js';
import type { TrackEvent } from '../environment/types.js';

/** What the controller's decision leaves in a task's track. */
export function decisionEvent({ decision }: Pick<Routed, 'decision'>): TrackEvent {
  const { outcome, confidence, threshold, policy, policy_version } = decision;
  const made = { confidence, threshold, policy, policy_version };
  if (!outcome.ok) {
    return { agent: 'controller', event: 'analyze', reason: `${outcome.layer}: ${outcome.message}`, return: made };
  }
  return { agent: 'controller', ...outcome.action, return: made };
}
