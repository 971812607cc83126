import { insertInvocation } from '../../../src/store/invocations.js';
import type { Tx } from '../../../src/store/tx.js';
import { START } from '../../store/made.js';

/** A pending invocation for a task, recorded on another machine, so that nobody here ends it. */
export async function invoked(
  tx: Tx,
  id: string,
  workDir: string,
  owner: { environment: string; round_id: number; task_id: number; run_id: string },
): Promise<void> {
  await insertInvocation(tx, {
    id,
    surface: 'task',
    role: null,
    owner: JSON.stringify(owner),
    run_id: owner.run_id,
    runtime_id: 'codex',
    channel_id: 'c',
    agent_id: 'a',
    agent_revision: 1,
    environment_id: 'local',
    mode: 'interactive',
    policy: 'fresh',
    requested_session: null,
    work_dir: workDir,
    recorder_host: 'another',
    recorder_pid: 1,
    recorder_started_at: '1',
    started_at: START.toISOString(),
    events_path: '/nowhere',
  });
}
