import { INVOCATION_MARK, SUPERVISOR_MARK } from '../../../processes/marks.js';
import type { StopReport } from '../../../processes/stop.js';
import type { ChildEnd, SupervisedChild } from '../../../processes/supervised/child.js';
import type { Supervisor } from '../../../processes/supervised/supervisor.js';
import { REFUSED } from '../../command-line/run.js';
import type { RunExit } from '../../driver.js';
import type { RuntimeFailure } from '../../failure.js';
import { Connection, type Handlers } from './connection.js';

export interface AgentCommand {
  /** The driver's own: its `shutdown` is the driver's. */
  readonly supervisor: Supervisor;
  readonly invocationId: string;
  /** The program, absolute, and its arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const DRAIN_MS = 500;
const GRACE_MS = 2_000;
/** An agent ends when its stdin does: most at once, codex-acp after two seconds, some never. */
const LEAVE_MS = 2_500;
const NOTHING: StopReport = { confirmed: true, forced: false, unconfirmed: [], stopped: 0 };

/** An agent that is spoken to over its stdin and stdout. */
export class AgentProcess {
  readonly connection: Connection;
  readonly child: SupervisedChild | null;
  /** Resolves once, never rejects: after its last message. */
  readonly ended: Promise<{ readonly exit: RunExit; readonly end: ChildEnd | null }>;

  constructor(command: AgentCommand, handlers: Handlers) {
    this.connection = new Connection((text) => this.child?.write(text), handlers);
    this.child = command.supervisor.start(
      { argv: command.argv, cwd: command.cwd, env: command.env },
      {
        stdin: 'open',
        mark: { name: INVOCATION_MARK, value: command.invocationId },
        foreignMark: SUPERVISOR_MARK,
        stop: { signal: 'SIGTERM', grace_ms: GRACE_MS },
        drainMs: DRAIN_MS,
        keepStdout: 0,
        onLine: (line) => this.connection.receive(line),
      },
    );
    this.ended = this.#end(command);
  }

  /** Closes its stdin, then ends what does not leave by itself. More than once is once. */
  leave(): Promise<StopReport> {
    return this.child?.stop({ ask: () => this.child?.closeStdin(), askMs: LEAVE_MS }) ?? Promise.resolve(NOTHING);
  }

  /** Ends it at once. */
  stop(): Promise<StopReport> {
    return this.child?.stop() ?? Promise.resolve(NOTHING);
  }

  async #end(command: AgentCommand): Promise<{ exit: RunExit; end: ChildEnd | null }> {
    const end = this.child === null ? null : await this.child.ended;
    this.connection.close();
    const error = end === null ? REFUSED : launchFailure(end, command);
    if (end === null || error !== null) return { exit: { kind: 'not_started', error: error ?? REFUSED }, end };
    return { exit: { kind: 'exited', code: end.code, signal: end.signal, ours: end.ours, left: end.left }, end };
  }
}

function launchFailure(end: ChildEnd, { argv, cwd }: AgentCommand): RuntimeFailure | null {
  if (end.error === null) return null;
  return {
    code: 'LAUNCH_FAILED',
    class: 'launch',
    message: `${argv[0]} could not be started in ${cwd}: ${end.error.message}`,
  };
}
