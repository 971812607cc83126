import { createSupervisor } from '../../../processes/supervised/supervisor.js';
import { oneTurn } from '../../command-line/one-turn.js';
import { textCodec } from '../../conversation.js';
import type { RuntimeDriver } from '../../driver.js';
import { CONTINUATION_POLICIES } from '../../request.js';
import { CLAUDE_FIELDS, checkClaudeChannel } from './check-channel.js';
import { claudeOneShot } from './one-shot.js';
import { asks } from './options.js';
import { claudeSession } from './session.js';
import { deleteSessionFiles } from './session-files.js';

/** Claude Code: `claude -p`, with its prompts on stdin where there are several or where something is to be asked. */
export function createClaudeDriver(): RuntimeDriver {
  const supervisor = createSupervisor();
  return {
    runtimeId: 'claude',
    surfaces: {
      chat: { interactive: CONTINUATION_POLICIES },
      task: { oneshot: CONTINUATION_POLICIES, interactive: CONTINUATION_POLICIES },
      workflow: { oneshot: CONTINUATION_POLICIES, interactive: CONTINUATION_POLICIES },
      'channel-test': { oneshot: ['fresh'] },
      cleanup: { oneshot: ['resume-required'] },
    },
    codec: textCodec('claude'),
    channelFields: CLAUDE_FIELDS,
    checkChannel: checkClaudeChannel,
    createOneShot: (call) =>
      asks(call) ? oneTurn(claudeSession(call, supervisor), call) : claudeOneShot(call, supervisor),
    createInteractive: (call) => claudeSession(call, supervisor),
    testChannel: (call) => claudeOneShot(call, supervisor),
    deleteSession: deleteSessionFiles,
    shutdown: () => supervisor.shutdown(),
  };
}
