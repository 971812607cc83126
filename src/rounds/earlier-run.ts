import type { EarlierRun } from '../controller/parameters/bind.js';
import { CONTEXT_ROUNDS } from '../environment/limits.js';
import { ownValue } from '../skills/own-value.js';
import type { Package } from '../skills/package.js';
import { newestJobOf, newestTaskOf } from '../store/earlier-jobs.js';
import { tasksOfRun } from '../store/tasks.js';
import type { House, Turn } from './house.js';

/**
 * The last time this package ran here: what its parameters may be carried over from. Its project counts only while that round is
 * among those the controller sees; after that the default one is meant again.
 */
export async function earlierRun(house: House, turn: Turn, pkg: Package): Promise<EarlierRun | null> {
  const { environment_id, round_id } = turn;
  return await house.store.read(async (tx) => {
    if (pkg.skill_mode === 'sync' && pkg.kind === 'executor') {
      const task = await newestTaskOf(tx, environment_id, pkg.name);
      return task === null ? null : { round_id: task.round_id, params: paramsOf(task), project: null };
    }
    const job = await newestJobOf(tx, environment_id, pkg.task_type ?? pkg.name);
    if (job === null) return null;
    const source = (await tasksOfRun(tx, job.run_id)).find(
      (task) => task.round_id === job.round_id && task.task_id === job.task_id,
    );
    const recent = round_id - job.round_id < CONTEXT_ROUNDS;
    return {
      round_id: job.round_id,
      params: source === undefined ? {} : paramsOf(source),
      project: recent && job.target !== null ? (ownValue(house.projects, job.target) ?? null) : null,
    };
  });
}

function paramsOf({ params }: { readonly params: string | null }): Record<string, unknown> {
  return params === null ? {} : (JSON.parse(params) as Record<string, unknown>);
}
