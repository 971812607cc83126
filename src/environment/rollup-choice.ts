import type { EnvironmentFacts, Round } from './types.js';

/** The names are those of `runtime` in graph.yaml. */
export interface RollupSettings {
  context_recent_rounds: number;
  context_history_keep_recent_rounds: number;
  /** Fewer rounds than this are not worth a summary. */
  context_summary_min_step: number;
}

/** A back-fill no reply has mentioned yet: the task that was dispatched and the `pyskill_task` with its result. */
export interface UnreportedLink {
  source: { round_id: number };
  task_ref: { round_id: number };
}

/** One summary holds at most this many rounds; the rest folds at the next call. */
const ROUNDS_A_SUMMARY = 20;

/**
 * The rounds that fold into the next summary, oldest first; empty when it is not yet worth it.
 * Kept unfolded: the newest rounds; rounds with running or needs_input tasks or the pending question; the most recent failure;
 * both ends of a link not yet reported. `rounds` are the unfolded ones, oldest first.
 */
export function chooseRoundsToFold(
  rounds: readonly Round[],
  facts: EnvironmentFacts,
  unreported: readonly UnreportedLink[],
  settings: RollupSettings,
): Round[] {
  const keep = Math.max(settings.context_recent_rounds, settings.context_history_keep_recent_rounds, 1);
  const protectedIds = protectedRounds(rounds, facts, unreported);
  const foldable = rounds.slice(0, -keep).filter((round) => !protectedIds.has(round.round_id));
  return foldable.length < Math.max(1, settings.context_summary_min_step) ? [] : foldable.slice(0, ROUNDS_A_SUMMARY);
}

/** round_ids that must not fold, wherever they lie. */
export function protectedRounds(
  rounds: readonly Round[],
  facts: EnvironmentFacts,
  unreported: readonly UnreportedLink[],
): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const round of rounds) {
    if (round.tasks.some(({ task }) => task.status === 'running' || task.status === 'needs_input'))
      ids.add(round.round_id);
  }
  for (const work of facts.running) ids.add(work.round_id);
  if (facts.previous_failed !== null) ids.add(facts.previous_failed.round_id);
  if (facts.pending_question !== null) ids.add(facts.pending_question.round_id);
  for (const link of unreported) ids.add(link.source.round_id).add(link.task_ref.round_id);
  return ids;
}
