import type { EarlierRun } from '../controller/parameters/bind.js';
import { type RunPlace, runMeant } from '../controller/parameters/run-meant.js';
import { CONTEXT_ROUNDS } from '../environment/limits.js';
import { ownValue } from '../skills/own-value.js';
import type { Package } from '../skills/package.js';
import { jobAt, newestTaskOf } from '../store/earlier-jobs.js';
import { tasksOfRun } from '../store/tasks.js';
import type { House, Turn } from './house.js';

/**
 * The run of this package that its parameters may be carried over from: the one that `text` means by its order (“the first one”), else the last.
 * The project of the last counts only while that round is among those the controller sees; after that the default one is meant again.
 */
export async function earlierRun(house: House, turn: Turn, pkg: Package, text: string): Promise<EarlierRun | null> {
  const { environment_id, round_id } = turn;
  // An answer stands below the request: “the second one” there is one of a list.
  const place = runMeant(text.split('\n', 1).join());
  return await house.store.read(async (tx) => {
    if (pkg.skill_mode === 'sync' && pkg.kind === 'executor') {
      const task = await newestTaskOf(tx, environment_id, pkg.name);
      return task === null ? null : { round_id: task.round_id, params: paramsOf(task), project: null };
    }
    const type = pkg.task_type ?? pkg.name;
    const job = await jobAt(tx, environment_id, type, place ?? LAST, null);
    if (job === null) return null;
    const source = (await tasksOfRun(tx, job.run_id)).find(
      (task) => task.round_id === job.round_id && task.task_id === job.task_id,
    );
    const recent = place !== null || round_id - job.round_id < CONTEXT_ROUNDS;
    return {
      round_id: job.round_id,
      params: source === undefined ? {} : paramsOf(source),
      project: recent && job.target !== null ? (ownValue(house.projects, job.target) ?? null) : null,
    };
  });
}

const LAST: RunPlace = { from: 'last', steps: 0 };

/** Whether a request refers to a run of a package that there has not been: “the fifth one” of two. */
export function isMissing(earlier: EarlierRun | null, text: string): boolean {
  return earlier === null && (runMeant(text.split('\n', 1).join())?.steps ?? 0) > 0;
}

function paramsOf({ params }: { readonly params: string | null }): Record<string, unknown> {
  return params === null ? {} : (JSON.parse(params) as Record<string, unknown>);
}
