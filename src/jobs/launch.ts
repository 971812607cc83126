import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessId } from '../processes/identity.js';
import { startProcess } from '../processes/process.js';
import { supervisorEnv } from './child-env.js';
import { readCommand } from './command.js';
import { JOB_FILES, jobDirectory } from './files.js';
import { LaunchFailedError } from './job-errors.js';
import type { JobRoom } from './room.js';

/** Starts the job's supervisor, detached. It claims the job itself: launching twice does no harm. */
export async function launch(room: JobRoom, run_id: string): Promise<ProcessId> {
  const directory = jobDirectory(room.jobs_dir, run_id);
  let log: number;
  try {
    log = openSync(join(directory, JOB_FILES.supervisorLog), 'a');
  } catch (cause) {
    throw new LaunchFailedError(run_id, cause);
  }
  try {
    const supervisor = startProcess(
      {
        argv: [process.execPath, room.supervisor_entry, room.state_file, run_id],
        // The job's folder: how a supervisor knows where it is.
        cwd: directory,
        env: supervisorEnv(process.env, readCommand(room.jobs_dir, run_id)?.hidden_env ?? room.hidden_env, run_id),
      },
      { stdin: 'ignore', stdout: 'ignore', stderr: log },
    );
    supervisor.unref();
    if (supervisor.id !== null) return supervisor.id;
    const { error } = await supervisor.exit;
    throw new LaunchFailedError(run_id, error);
  } finally {
    closeSync(log);
  }
}
