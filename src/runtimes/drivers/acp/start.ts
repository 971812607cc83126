import type { Supervisor } from '../../../processes/supervised/supervisor.js';
import { type CommandLineSession, turnSession } from '../../command-line/turn-session.js';
import type { DriverCall } from '../../driver.js';
import { AcpProtocol } from './protocol.js';

export interface AgentToStart {
  /** The driver's own: its `shutdown` is the driver's. */
  readonly supervisor: Supervisor;
  /** The program, absolute, and its arguments. */
  readonly argv: readonly string[];
  /** Of `childEnvironment`. */
  readonly env: NodeJS.ProcessEnv;
  /** What is set in the session; null: by switches of the program, or not at all. */
  readonly model: string | null;
  readonly reasoningEffort: string | null;
  /** What else is needed to continue the session, told with its id. */
  readonly state?: Readonly<Record<string, string>>;
}

const STOP = { signal: 'SIGTERM', graceMs: 2_000 } as const;

/** Starts an agent that speaks the Agent Client Protocol, for the turns of one session. */
export function startAgent(call: DriverCall, agent: AgentToStart): CommandLineSession {
  const { supervisor, argv, env, model, reasoningEffort, state } = agent;
  const protocol = new AcpProtocol({
    workDir: call.workDir,
    policy: call.policy,
    sessionId: call.conversation?.sessionId ?? null,
    permissions: call.channel.permissions ?? 'workspace-write',
    developerInstructions: call.developerInstructions,
    model,
    reasoningEffort,
    ...(state === undefined ? {} : { state }),
  });
  return turnSession(call, { supervisor, argv, cwd: call.workDir, env, stop: STOP, protocol });
}
