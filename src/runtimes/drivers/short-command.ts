import { INVOCATION_MARK, SUPERVISOR_MARK } from '../../processes/marks.js';
import type { Supervisor } from '../../processes/supervised/supervisor.js';
import { REFUSED } from '../command-line/run.js';
import type { SessionTarget } from '../driver.js';
import type { RuntimeFailure } from '../failure.js';

const LIMIT_MS = 60_000;
const DRAIN_MS = 200;
const KEPT = 16 * 1024;

/**
 * Runs a command of a back-end that does one small thing, with nothing on its stdin; resolves with what failed, or null. Never rejects.
 * After a minute it is ended.
 */
export async function shortCommand(
  supervisor: Supervisor,
  target: Pick<SessionTarget, 'invocationId'>,
  command: { readonly argv: readonly string[]; readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<RuntimeFailure | null> {
  const child = supervisor.start(command, {
    stdin: 'none',
    mark: { name: INVOCATION_MARK, value: target.invocationId },
    foreignMark: SUPERVISOR_MARK,
    stop: { signal: 'SIGTERM', grace_ms: 2_000 },
    drainMs: DRAIN_MS,
    keepStdout: KEPT,
    onLine: () => {},
  });
  if (child === null) return REFUSED;
  const limit = setTimeout(() => void child.stop(), LIMIT_MS);
  const end = await child.ended;
  clearTimeout(limit);
  if (end.error === null && end.code === 0) return null;
  const said = end.error?.message ?? (end.stderrTail.trim() || end.stdoutTail.trim() || `exit code ${end.code}`);
  return { code: 'CLEANUP_FAILED', class: 'cleanup', message: said };
}
