import type { Controller } from '../controller/assemble.js';
import { decideGated } from '../controller/gated.js';
import type { Decision, Observation } from '../controller/policy.js';
import type { Round } from '../environment/types.js';
import type { ControllerAction } from '../protocol/action.js';
import type { StoredDecision } from '../store/decisions.js';
import type { Store } from '../store/open.js';
import { readState } from '../store/states.js';
import { show } from './show.js';

/** One stored decision, decided again over the very state it was made on. */
export interface Replayed {
  step: number;
  state_hash: string;
  before: Pick<StoredDecision, 'policy' | 'policy_version' | 'confidence' | 'threshold' | 'action'>;
  now: {
    policy: string;
    policy_version: string;
    confidence: number;
    threshold: number;
    action: ControllerAction | { failed_gate: string; message: string };
    candidates: Decision['candidates'];
  };
  same: boolean;
}

/** Nothing is stored or started. Throws EnvironmentUnknownError, RoundUnknownError, StateMissingError. */
export async function replay(
  store: Store,
  states_dir: string,
  { policy, actions }: Controller,
  { environment, round_id, signal }: { environment: string; round_id: number; signal: AbortSignal },
): Promise<Replayed[]> {
  const { round, decisions } = await show(store, environment, round_id);
  const observed = round === null ? [] : observationsOf(round);
  const replayed: Replayed[] = [];
  for (const made of decisions) {
    const state = await readState(states_dir, made.state_hash);
    const decision = await decideGated(
      policy,
      { state, observations: observed.slice(0, observedBefore(decisions, made)), actions },
      signal,
    );
    const { outcome, policy: name, policy_version, confidence, threshold, candidates } = decision;
    const action = outcome.ok ? outcome.action : { failed_gate: outcome.layer, message: outcome.message };
    replayed.push({
      step: made.step,
      state_hash: made.state_hash,
      before: made,
      now: { policy: name, policy_version, confidence, threshold, action, candidates },
      same: targetOf(action) === targetOf(made.action),
    });
  }
  return replayed;
}

/** How many observations had been made when `made` was decided. */
function observedBefore(decisions: readonly StoredDecision[], { step }: StoredDecision): number {
  return decisions.filter((other) => other.step < step && kindOf(other.action) === 'observe').length;
}

function observationsOf(round: Round): Observation[] {
  return round.tasks
    .flatMap(({ track }) => track)
    .filter(({ agent, action_kind }) => agent === 'controller' && action_kind === 'observe')
    .map(({ tool = '', args, observation }) => ({
      tool,
      args: (args ?? {}) as Record<string, unknown>,
      ok: true,
      result: typeof observation === 'string' ? observation : JSON.stringify(observation ?? ''),
    }));
}

function kindOf(action: unknown): string | undefined {
  return (action as { action_kind?: string } | null)?.action_kind;
}

/** What two actions must share to count as the same: kind and tool or type. */
function targetOf(action: unknown): string {
  const { action_kind, tool, task_type, failed_gate } = (action ?? {}) as Record<string, unknown>;
  return JSON.stringify([action_kind, tool, task_type, failed_gate]);
}
