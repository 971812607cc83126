import { foldSummary, mergeMetaSummary, summaryLeaving } from '../environment/fold-summary.js';
import { chooseRoundsToFold } from '../environment/rollup-choice.js';
import { environmentById } from '../store/environments.js';
import { loadFacts } from '../store/facts.js';
import { unreported } from '../store/jobs.js';
import { dropSummaries, newestSummaries } from '../store/kept-summaries.js';
import { foldRounds, setMetaSummary } from '../store/summaries.js';
import type { Tx } from '../store/tx.js';
import { hasMoreUnfolded, oldestUnfolded } from '../store/unfolded.js';
import type { House } from './house.js';

/** So many rounds beyond those kept may gather before old ones fold: most rounds pay nothing for it. */
const SLACK = 8;
/** Rounds looked at in one go, the oldest unfolded ones. Protected ones among them stay. */
const SEEN = 64;
/** Summaries kept as rows; older ones live on in the meta summary, their rounds in the archive. */
const SUMMARIES_KEPT = 8;

/** Folds the oldest rounds into a summary once enough have gathered: at no tokens, inside the closing transaction. */
export async function fold(tx: Tx, { settings }: House, environment_id: number, now: Date): Promise<void> {
  if (!settings.context_history_enabled) return;
  const keep = Math.max(settings.context_history_keep_recent_rounds, settings.context_history_max_detail_rounds);
  if (!(await hasMoreUnfolded(tx, environment_id, keep + SLACK))) return;

  const rounds = await oldestUnfolded(tx, environment_id, SEEN);
  const links = (await unreported(tx, environment_id)).map((job) => ({
    source: { round_id: job.round_id },
    task_ref: { round_id: job.collected_round_id ?? job.round_id },
  }));
  const facts = await loadFacts(tx, environment_id);
  const folding = chooseRoundsToFold(rounds, facts, links, { ...settings, context_history_keep_recent_rounds: keep });
  if (folding.length === 0) return;

  const before = await newestSummaries(tx, environment_id, SUMMARIES_KEPT);
  const summary = {
    ...foldSummary(folding, settings),
    summary_id: (before.at(-1)?.summary_id ?? 0) + 1,
    created_at: now.toISOString(),
  };
  const round_ids = folding.map(({ round_id }) => round_id);
  await foldRounds(tx, environment_id, summary, round_ids);
  const leaving = summaryLeaving([...before, summary], settings);
  if (leaving !== null) {
    const { history_meta_summary } = await environmentById(tx, environment_id);
    await setMetaSummary(tx, environment_id, mergeMetaSummary(history_meta_summary, [leaving], settings));
  }
  const dropped = [...before, summary].at(-1 - SUMMARIES_KEPT);
  if (dropped !== undefined) await dropSummaries(tx, environment_id, dropped.summary_id);
}
