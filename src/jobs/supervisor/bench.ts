import type { ProcessId } from '../../processes/identity.js';
import type { JobCommand } from '../command.js';
import type { JobBench } from '../room.js';

/** What the steps of one supervisor share. */
export interface SupervisorBench extends JobBench {
  run_id: string;
  me: ProcessId;
  command: JobCommand;
  /** To supervisor.log. */
  log(message: string): void;
}
