import type { RuntimeConfig } from '../config/config.js';
import type { Controller } from '../controller/assemble.js';
import { decideGated } from '../controller/gated.js';
import type { ActionSpace, Candidate, RouteEvidence } from '../controller/policy.js';
import { roundsToLoad } from '../environment/limits.js';
import { buildControllerStateInput } from '../environment/state-input.js';
import type { Environment, EnvironmentFacts } from '../environment/types.js';
import type { ControllerAction } from '../protocol/action.js';
import { findEnvironment } from '../store/environments.js';
import { loadFacts } from '../store/facts.js';
import { loadEnvironment } from '../store/load.js';
import type { Store } from '../store/open.js';
import { checkInput } from './request.js';

/** A decision that nothing follows from. */
export interface Preview {
  /** What would be done; null where the user would be asked, or the gates refused. */
  action: ControllerAction | null;
  outcome: 'action' | 'ask' | 'refused';
  confidence: number;
  threshold: number;
  candidates: readonly Candidate[];
  policy: string;
  policy_version: string;
  ms: number;
  /** What spoke for and against the best candidates; null unless asked for. */
  evidence: readonly { candidate: string; score: number; evidence: RouteEvidence }[] | null;
}

export interface Snapshot {
  readonly environment: Environment;
  readonly facts: EnvironmentFacts;
}

const EMPTY: Snapshot = {
  environment: { rounds: [], cur_round: 0, updated_at: '', history_summaries: [], history_meta_summary: '' },
  facts: { running: [], previous_failed: null, newest_work: null, pending_question: null },
};

/** What the controller would see now; an Environment that does not exist yet is empty. */
export async function snapshot(store: Store | null, name: string, settings: RuntimeConfig): Promise<Snapshot> {
  if (store === null) return EMPTY;
  return await store.read(async (tx) => {
    const found = await findEnvironment(tx, name);
    if (found === null) return EMPTY;
    const environment = await loadEnvironment(tx, found.id, { last: roundsToLoad(settings), track: false });
    return { environment, facts: await loadFacts(tx, found.id) };
  });
}

/** How many candidates are explained, and by how many features each way. */
const EXPLAINED = { candidates: 3, features: 5 };

/** Decides as a round would and stops there: nothing is stored, nothing is started. */
export async function preview(
  { policy, actions, skills_index }: Controller,
  { environment, facts }: Snapshot,
  settings: RuntimeConfig,
  input: string,
  { explain, signal }: { explain: 'words' | 'nothing'; signal: AbortSignal },
): Promise<Preview> {
  const text = checkInput(input);
  const state = buildControllerStateInput(environment, facts, text, skills_index, settings);
  const started = performance.now();
  const decision = await decideGated(policy, { state, observations: [], actions }, signal);
  const { confidence, threshold, candidates, policy: name, policy_version, outcome } = decision;
  return {
    action: outcome.ok && confidence >= threshold ? outcome.action : null,
    outcome: !outcome.ok ? 'refused' : confidence >= threshold ? 'action' : 'ask',
    confidence,
    threshold,
    candidates: candidates.map(({ evidence: _told, ...candidate }) => candidate),
    policy: name,
    policy_version,
    ms: performance.now() - started,
    evidence: explain === 'words' ? evidenceFor(actions, candidates, text) : null,
  };
}

/** As the policy tells it; else what the route index tells of a type. */
function evidenceFor({ routes }: ActionSpace, candidates: readonly Candidate[], text: string) {
  const told = candidates.filter(({ evidence }) => evidence !== undefined);
  return (told.length > 0 ? told : candidates.slice(0, EXPLAINED.candidates)).flatMap(
    ({ task_type, tool, score, evidence }) => {
      const candidate = task_type ?? tool ?? '';
      if (evidence !== undefined) return [{ candidate, score, evidence }];
      if (task_type === undefined) return [];
      return [{ candidate, score, evidence: routes.explain(text, task_type, EXPLAINED.features) }];
    },
  );
}
