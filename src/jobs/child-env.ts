import { SUPERVISOR_MARK } from '../processes/marks.js';

export { SUPERVISOR_MARK };

/** Names a workflow finds in its environment. */
export const RUN_ID = 'ER_RUN_ID';

/** What belongs to one job and must not reach another that is dispatched from inside it. */
const OF_ONE_JOB = [RUN_ID, 'ER_ATTEMPT', 'ER_IDEMPOTENCY_KEY', 'ER_JOB_DIR', 'ER_PACKAGE_DIR', SUPERVISOR_MARK];

/** A supervisor's environment: its dispatcher's, without secrets and without the mark of the job it was dispatched from. */
export function supervisorEnv(base: NodeJS.ProcessEnv, hidden: readonly string[], run_id: string): NodeJS.ProcessEnv {
  return { ...without(base, [...OF_ONE_JOB, ...hidden]), [SUPERVISOR_MARK]: run_id };
}

export interface ChildFacts {
  run_id: string;
  attempt: number;
  idempotency_key: string;
  job_dir: string;
  package_dir: string;
}

/** A workflow's environment: the dispatcher's, without secrets, with what names the job. */
export function childEnv(base: NodeJS.ProcessEnv, hidden: readonly string[], facts: ChildFacts): NodeJS.ProcessEnv {
  return {
    PYTHONIOENCODING: 'utf-8',
    ...without(base, [...OF_ONE_JOB, ...hidden, 'ER_FAULT_POINT']),
    [RUN_ID]: facts.run_id,
    ER_ATTEMPT: String(facts.attempt),
    ER_IDEMPOTENCY_KEY: facts.idempotency_key,
    ER_JOB_DIR: facts.job_dir,
    ER_PACKAGE_DIR: facts.package_dir,
  };
}

function without(base: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(base).filter(([name]) => !names.includes(name)));
}
