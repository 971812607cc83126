import { createSupervisor } from '../../../processes/supervised/supervisor.js';
import { failedSession } from '../../command-line/failed-session.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { oneTurn } from '../../command-line/one-turn.js';
import type { CommandLineSession } from '../../command-line/turn-session.js';
import { textCodec } from '../../conversation.js';
import type { DriverCall, RuntimeDriver } from '../../driver.js';
import { CONTINUATION_POLICIES } from '../../request.js';
import { codexSession } from './app-server.js';
import { CODEX_FIELDS, checkCodexChannel } from './check-channel.js';
import { deleteThread } from './delete-thread.js';
import { codexExec } from './exec.js';
import { TOTAL_FIELD } from './usage.js';

/** Codex: `codex exec` for one prompt, `codex app-server` for several and wherever something is to be asked. */
export function createCodexDriver(): RuntimeDriver {
  const supervisor = createSupervisor();
  const session = (call: DriverCall): CommandLineSession => {
    const program = findExecutable('codex', call.env);
    if (program === null) return failedSession(executableMissing('codex', call.env));
    return codexSession(call, supervisor, program);
  };
  return {
    runtimeId: 'codex',
    surfaces: {
      chat: { interactive: CONTINUATION_POLICIES },
      task: { oneshot: CONTINUATION_POLICIES, interactive: CONTINUATION_POLICIES },
      workflow: { oneshot: CONTINUATION_POLICIES, interactive: CONTINUATION_POLICIES },
      'channel-test': { oneshot: ['fresh'] },
      cleanup: { oneshot: ['resume-required'] },
    },
    codec: textCodec('codex', [TOTAL_FIELD]),
    channelFields: CODEX_FIELDS,
    checkChannel: checkCodexChannel,
    // `exec` has nobody to ask.
    createOneShot: (call) => (asks(call) ? oneTurn(session(call), call) : codexExec(call, supervisor)),
    createInteractive: session,
    testChannel: (call) => codexExec(call, supervisor),
    deleteSession: (target) => deleteThread(target, supervisor),
    shutdown: () => supervisor.shutdown(),
  };
}

function asks(call: DriverCall): boolean {
  return (call.channel.approvals?.policy ?? 'deny') !== 'deny';
}
