/**
 * The constant script that stands between a supervisor and a workflow, run as `/bin/sh -c SHIM er-job <argv…>`.
 *
 * - It waits on descriptor 3 until its identity is stored; end of file there means the workflow must not run.
 * - `started` says that the workflow may have run; `exit` keeps its exit code even if every parent is dead.
 * - The workflow's stderr is handed over on descriptor 4; the shell's own remarks ("Terminated") go nowhere.
 * - It outlives SIGTERM so that the code of a workflow that cleans up is still recorded; traps are reset in the workflow.
 */
export const SHIM = `trap : TERM INT HUP
IFS= read -r go <&3 || exit 0
exec 3<&-
printf '%s\\n' "$$" >"$ER_JOB_DIR/started" || exit 125
"$@" 2>&4 4>&-
code=$?
printf '%s\\n' "$code" >"$ER_JOB_DIR/exit"
exit "$code"`;

/** \`$0\` of the shim: the shell names it in front of its own messages when it cannot start the workflow. */
export const SHIM_NAME = 'er-job';

export const STARTED_FILE = 'started';
export const EXIT_FILE = 'exit';
