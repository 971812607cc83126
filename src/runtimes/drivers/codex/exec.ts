import type { Supervisor } from '../../../processes/supervised/supervisor.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { freshIfStale } from '../../command-line/fresh-if-stale.js';
import { withInstructions } from '../../command-line/prompt.js';
import { commandLineRun, notStarted } from '../../command-line/run.js';
import type { DriverCall, OneShotRun } from '../../driver.js';
import { ExecMapper } from './exec-mapper.js';
import { codexOptions, SANDBOX } from './options.js';
import { NO_TOTAL, readTotal, TOTAL_FIELD } from './usage.js';

/** One run of `codex exec`, the prompt on its stdin. */
export function codexExec(call: DriverCall, supervisor: Supervisor): OneShotRun {
  const program = findExecutable('codex', call.env);
  if (program === null) return notStarted(executableMissing('codex', call.env));
  return freshIfStale(call, (conversation) => {
    const options = codexOptions(call);
    return commandLineRun(call, {
      supervisor,
      argv: [program, ...execArguments(call, options.argv, conversation?.sessionId ?? null)],
      cwd: call.workDir,
      env: childEnvironment(call, 'codex', options.env),
      stdin: withInstructions(call.prompt, call.developerInstructions),
      stop: { signal: 'SIGINT', graceMs: 5_000 },
      mapper: new ExecMapper(conversation === null ? NO_TOTAL : readTotal(conversation[TOTAL_FIELD])),
    });
  });
}

function execArguments(call: DriverCall, options: readonly string[], sessionId: string | null): string[] {
  return [
    'exec',
    '--json',
    '--skip-git-repo-check',
    ...options,
    '-s',
    SANDBOX[call.channel.permissions ?? 'workspace-write'],
    ...(call.model === null ? [] : ['-m', call.model]),
    ...(sessionId === null ? [] : ['resume', sessionId]),
    '-',
  ];
}
