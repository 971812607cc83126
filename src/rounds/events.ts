import type { Routed, RoutedStep } from '../controller/route.js';
import type { TrackEvent } from '../environment/types.js';

/** What the controller's decisions leave in a task's track, in their order. */
export function decisionEvents({ steps }: Routed): TrackEvent[] {
  return steps.map(decisionEvent);
}

function decisionEvent({ decision, observation }: RoutedStep): TrackEvent {
  const { outcome, confidence, threshold, policy, policy_version } = decision;
  const made = { confidence, threshold, policy, policy_version };
  if (!outcome.ok) {
    return { agent: 'controller', event: 'analyze', reason: `${outcome.layer}: ${outcome.message}`, return: made };
  }
  if (observation === null) return { agent: 'controller', ...outcome.action, return: made };
  return { agent: 'controller', ...outcome.action, observation: observation.result, return: observation.result };
}
