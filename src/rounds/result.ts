import type { Language } from '../environment/language.js';
import type { TaskStatus } from '../environment/types.js';
import type { Collected } from '../jobs/collect.js';
import type { CompletedFact } from '../reply/facts.js';
import type { FinishedRound } from './round.js';

/** What a round gives back on every face. Absent things are null, not missing. */
export interface RoundResult {
  environment: string;
  round_id: number;
  case_id: string | null;
  task_type: string;
  task_status: TaskStatus;
  task_result: string;
  reply: string;
  /** Of the reply, and of what is said later about the same work. */
  language: Language;
  run_id: string | null;
  run_dir: string | null;
  question: string | null;
  joined: boolean;
  verdict: string | null;
  /** Why the task failed: MODEL_REQUIRED, exit_code, … */
  reason: string | null;
  token_usage: TokenUsage;
  decision: {
    policy: string;
    policy_version: string;
    confidence: number;
    threshold: number;
    candidates: readonly { action_kind: string; tool?: string; task_type?: string; score: number }[];
  };
  collected: { run_id: string; status: string; task_ref: { round_id: number; task_id: number } }[];
}

export interface TokenUsage {
  total_tokens: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  /** False where a provider gave no number. */
  complete: boolean;
  by_purpose: Record<string, number | null>;
}

/** No model was called. */
const NO_TOKENS: TokenUsage = { total_tokens: 0, input_tokens: 0, output_tokens: 0, complete: true, by_purpose: {} };

export function resultOf(round: FinishedRound): RoundResult {
  const { turn, outcome, decision, reply, collected } = round;
  const { policy, policy_version, confidence, threshold, candidates } = decision.decision;
  const result: RoundResult = {
    environment: turn.request.environment,
    round_id: turn.round_id,
    case_id: turn.request.case_id,
    task_type: outcome.task_type,
    task_status: outcome.task_status,
    task_result: outcome.task_result,
    reply,
    language: turn.language,
    run_id: outcome.run_id,
    run_dir: null,
    question: outcome.question,
    joined: outcome.joined,
    verdict: outcome.verdict,
    reason: outcome.reason,
    token_usage: NO_TOKENS,
    decision: { policy, policy_version, confidence, threshold, candidates },
    collected: collected.map(asListed),
  };
  const own = collected.find(({ run_id }) => run_id === outcome.run_id);
  return own === undefined || outcome.task_status !== 'running'
    ? result
    : withCompletion(result, { ...own, status: own.task_status }, null);
}

/** The result once the job it dispatched or joined has ended; `collected` is what this process filled in of it. */
export function withCompletion(
  result: RoundResult,
  { status, result: task_result, verdict, reason }: Pick<CompletedFact, 'status' | 'result' | 'verdict' | 'reason'>,
  collected: Collected | null,
): RoundResult {
  return {
    ...result,
    task_status: status,
    task_result,
    verdict,
    reason,
    collected: collected === null ? result.collected : [...result.collected, asListed(collected)],
  };
}

function asListed({ run_id, status, task_ref }: Collected): RoundResult['collected'][number] {
  return { run_id, status, task_ref };
}
