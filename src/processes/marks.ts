/** Environment variables by which a process is found again, whoever its parent is by then. */

/** Marks the supervisor of a job: it, and what it started, outlives the work it was dispatched from. */
export const SUPERVISOR_MARK = 'ER_SUPERVISOR';

/** The invocation that a back-end, and everything it started, belongs to. */
export const INVOCATION_MARK = 'ER_INVOCATION_ID';
