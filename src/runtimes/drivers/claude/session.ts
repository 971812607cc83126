import type { Supervisor } from '../../../processes/supervised/supervisor.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { failedSession } from '../../command-line/failed-session.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { type CommandLineSession, turnSession } from '../../command-line/turn-session.js';
import type { DriverCall } from '../../driver.js';
import { asks, claudeArguments, claudeVariables } from './options.js';
import { sessionFiles } from './session-files.js';
import { ClaudeStreamProtocol } from './stream-protocol.js';

/** A session with `claude -p` that takes its prompts on stdin. */
export function claudeSession(call: DriverCall, supervisor: Supervisor): CommandLineSession {
  const program = findExecutable('claude', call.env);
  if (program === null) return failedSession(executableMissing('claude', call.env));
  const resumed = sessionToResume(call);
  return turnSession(call, {
    supervisor,
    argv: [
      program,
      ...claudeArguments(call, resumed),
      '--input-format',
      'stream-json',
      ...(asks(call) ? ['--permission-prompt-tool', 'stdio'] : []),
    ],
    cwd: call.workDir,
    env: childEnvironment(call, 'claude', claudeVariables(call.channel)),
    stop: { signal: 'SIGTERM', graceMs: 3_000 },
    protocol: new ClaudeStreamProtocol(call, resumed),
  });
}

/** A process that was told to resume what is not there ends at once, so where a new session will do, that is seen before. */
function sessionToResume(call: DriverCall): string | null {
  if (call.conversation === null) return null;
  const { sessionId } = call.conversation;
  return call.policy === 'resume-preferred' && sessionFiles(call, sessionId).length === 0 ? null : sessionId;
}
