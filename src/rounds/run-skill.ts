import { join } from 'node:path';
import { runBlocking } from '../executor/run-blocking.js';
import { catalogEntries } from '../executor/skill-input.js';
import { faultPoint } from '../faults/fault-point.js';
import { argvOf } from '../skills/launch.js';
import { checkLease } from '../store/lease.js';
import { updateTask } from '../store/tasks.js';
import { appendTrack } from '../store/track.js';
import { carriedValues, type Execution, workingFolder } from './execute.js';
import type { House, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import { supersededText } from './question-end.js';
import { update } from './update.js';
import { withoutLease } from './without-lease.js';

/**
 * Runs a sync skill to its end: its output is the result. The intent is stored before it starts, and the Environment is free while it
 * runs. It ends with this process; it is never run again by itself.
 */
export async function runSkill(house: House, turn: Turn, execution: Execution): Promise<StepOutcome> {
  const { package: pkg, catalog, bound, content, made, events, ends, also_asked } = execution;
  const argv = argvOf(pkg, bound.params);
  const { environment_id, round_id } = turn;
  const started = { agent: 'skill', event: 'execute', tool: pkg.name, args: bound.params };
  const task = { type: pkg.name, content, status: 'running' as const, result: '', params: bound.params };
  const task_id = await update(house, turn, { made, task, events: [...events, started], ends });
  faultPoint('round.skill-stored');
  const input = {
    task: { type: pkg.name, content },
    params: bound.params,
    project: bound.project,
    environment: { name: turn.request.environment, round_id, task_id },
    language: turn.language,
    catalog: catalogEntries(catalog),
  };
  const directory = join(turn.run_dir, `skill-${task_id}`);
  const outcome = await withoutLease(house, turn, () =>
    runBlocking(
      house.jobs,
      {
        argv,
        cwd: workingFolder(house, pkg, bound),
        package_dir: pkg.dir,
        directory,
        limits: {
          wall_ms: pkg.limits.wall_sec * 1000,
          idle_ms: pkg.limits.idle_sec * 1000,
          output_bytes: pkg.limits.output_bytes,
        },
        input,
        query: content,
        language: turn.language,
      },
      turn.request.signal,
    ),
  );
  faultPoint('round.skill-ended');
  const { task_status, result: task_result, reason, verdict, data } = outcome;
  await house.store.write(async (tx) => {
    const now = house.now();
    await checkLease(tx, turn.lease, now, house.lease.ttl_ms);
    const key = { environment_id, round_id, task_id };
    await updateTask(tx, key, { status: task_status, result: task_result, reason });
    const observed = { agent: 'skill', event: 'observe', tool: pkg.name, args: bound.params, observation: task_result };
    const end = { ...(reason === null ? {} : { reason }), task_status, return: { verdict, data, directory } };
    await appendTrack(tx, key, { ...observed, ...end }, now);
  });
  return {
    ...PLAIN,
    task_id,
    task_type: pkg.name,
    task_status,
    task_result,
    reason,
    verdict,
    superseded: supersededText(ends, turn.language),
    main:
      task_status === 'done'
        ? { kind: 'skill', task_type: pkg.name, result: task_result, carried: carriedValues(execution), also_asked }
        : { kind: 'failed', task_type: pkg.name, reason: reason ?? task_status, detail: task_result },
  };
}
