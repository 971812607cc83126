import type { Supervisor } from '../../../processes/supervised/supervisor.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { type CommandLineSession, turnSession } from '../../command-line/turn-session.js';
import type { DriverCall } from '../../driver.js';
import { AppServerProtocol } from './app-server-protocol.js';
import { codexOptions } from './options.js';

/** A thread with `codex app-server`. */
export function codexSession(call: DriverCall, supervisor: Supervisor, program: string): CommandLineSession {
  const options = codexOptions(call);
  return turnSession(call, {
    supervisor,
    argv: [program, 'app-server', ...options.argv],
    cwd: call.workDir,
    env: childEnvironment(call, 'codex', options.env),
    stop: { signal: 'SIGTERM', graceMs: 3_000 },
    protocol: new AppServerProtocol(call),
  });
}
