import type { Supervisor } from '../../../processes/supervised/supervisor.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { freshIfStale } from '../../command-line/fresh-if-stale.js';
import { commandLineRun, notStarted } from '../../command-line/run.js';
import type { DriverCall, OneShotRun } from '../../driver.js';
import { claudeArguments, claudeVariables } from './options.js';
import { ClaudeRunMapper } from './run-mapper.js';

/** One run of `claude -p`, the prompt on its stdin. */
export function claudeOneShot(call: DriverCall, supervisor: Supervisor): OneShotRun {
  const program = findExecutable('claude', call.env);
  if (program === null) return notStarted(executableMissing('claude', call.env));
  return freshIfStale(call, (conversation) => {
    const sessionId = conversation?.sessionId ?? null;
    return commandLineRun(call, {
      supervisor,
      argv: [program, ...claudeArguments(call, sessionId)],
      cwd: call.workDir,
      env: childEnvironment(call, 'claude', claudeVariables(call.channel)),
      stdin: call.prompt,
      stop: { signal: 'SIGINT', graceMs: 5_000 },
      mapper: new ClaudeRunMapper(sessionId),
    });
  });
}
