import type { Decision, Policy, PolicyInput } from '../../src/controller/policy.js';
import { gateAction } from '../../src/protocol/gates.js';
import { composeTaskContent } from '../../src/protocol/task-content.js';

/** What the built-in types are asked for with, in tests. */
const ASKED: readonly (readonly [RegExp, string])[] = [
  [/how is it going|what is the status|现在怎么样了/, 'status'],
  [/^(cancel|取消)/, 'cancel'],
  [/^(explain|解释)/, 'executor'],
];

/**
 * A policy for tests of what follows from a route: a few sentences by rule, the rest by the route index alone, nothing by the state. How
 * well sentences are routed is tested elsewhere. With `policy_threshold: 1` it is sure of nothing.
 */
export const scriptedPolicy: Policy = {
  name: 'scripted',
  version: '1',
  decide: (input) => Promise.resolve(decide(input)),
};

function decide({ state, observations, actions }: PolicyInput): Decision {
  const text = state.USER_INPUT;
  // Values are data, not words.
  const scores = actions.routes.score(text.replaceAll(/\w+=(?:"[^"]*"|\S+)/g, ''));
  const { routes } = scores;
  const ruled = ASKED.find(([pattern]) => pattern.test(text))?.[1];
  const best = ruled ?? routes[0]?.label ?? '';
  const ranked = [...routes].sort((a, b) => Number(b.label === best) - Number(a.label === best));
  const content = composeTaskContent({ goal: text, limits: 'none', language: 'en' });
  const action = { action_kind: 'generate_task', task_type: best, task_content: content, reason: 'scripted' };
  return {
    outcome: gateAction(action, { task_types: actions.task_types, observed: observations }),
    policy: 'scripted',
    policy_version: '1',
    confidence: ruled === undefined ? actions.routes.confidence(scores) : 0.99,
    threshold: actions.routes.threshold === 1 ? 1 : 0.3,
    candidates: ranked.map(({ label, score }) => ({ action_kind: 'generate_task', task_type: label, score })),
    usage: null,
  };
}
