import type { Said } from '../../../errors/said.js';
import { createSupervisor } from '../../../processes/supervised/supervisor.js';
import type { Channel, ChannelField } from '../../channel.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { oneTurn } from '../../command-line/one-turn.js';
import { notStarted } from '../../command-line/run.js';
import { type CommandLineSession, turnSession } from '../../command-line/turn-session.js';
import { textCodec } from '../../conversation.js';
import type { DriverCall, InteractiveSession, RuntimeDriver, Surfaces } from '../../driver.js';
import type { RuntimeFailure } from '../../failure.js';
import { CONTINUATION_POLICIES } from '../../request.js';
import { failedSession } from '../failed-session.js';
import { type AcpPreset, commandOf, GEMINI, GENERIC, QWEN } from './preset.js';
import { AcpProtocol } from './protocol.js';

const BOTH = { oneshot: CONTINUATION_POLICIES, interactive: CONTINUATION_POLICIES };

/** One-shot is one turn; whether a session can be continued is what the agent says of itself when it is started. */
const SURFACES: Surfaces = {
  task: BOTH,
  workflow: BOTH,
  chat: { interactive: CONTINUATION_POLICIES },
  'channel-test': { oneshot: ['fresh'] },
};

const STOP = { signal: 'SIGTERM', graceMs: 2_000 } as const;
const EVERY: readonly ChannelField[] = ['environment', 'permissions', 'approvals', 'modelReasoningEffort'];

export const createAcpDriver = (): RuntimeDriver => driverOf(GENERIC);
export const createGeminiDriver = (): RuntimeDriver => driverOf(GEMINI);
export const createQwenDriver = (): RuntimeDriver => driverOf(QWEN);

function driverOf(preset: AcpPreset): RuntimeDriver {
  const supervisor = createSupervisor();
  const sessionFor = (call: DriverCall): CommandLineSession | RuntimeFailure => {
    const argv = commandOf(preset, call);
    if ('code' in argv) return argv;
    const { channel } = call;
    const protocol = new AcpProtocol({
      workDir: call.workDir,
      policy: call.policy,
      sessionId: call.conversation?.sessionId ?? null,
      permissions: channel.permissions ?? 'workspace-write',
      model: preset.model === 'session' ? call.model : null,
      reasoningEffort: call.reasoningEffort ?? channel.modelReasoningEffort ?? null,
      developerInstructions: call.developerInstructions,
    });
    const env = childEnvironment(call, preset.runtimeId, preset.env(call));
    return turnSession(call, { supervisor, argv, cwd: call.workDir, env, stop: STOP, protocol });
  };
  const createOneShot = (call: DriverCall) => {
    const session = sessionFor(call);
    return 'code' in session ? notStarted(session) : oneTurn(session, call);
  };
  return {
    runtimeId: preset.runtimeId,
    surfaces: SURFACES,
    codec: textCodec(preset.runtimeId),
    channelFields: [...EVERY, ...preset.channelFields],
    checkChannel: (channel) => checkChannel(preset, channel),
    createOneShot,
    testChannel: createOneShot,
    createInteractive(call): InteractiveSession {
      const session = sessionFor(call);
      return 'code' in session ? failedSession(session) : session;
    },
    shutdown: () => supervisor.shutdown(),
  };
}

function checkChannel(preset: AcpPreset, channel: Channel): Said | null {
  if (preset.args !== null || (channel.command?.length ?? 0) > 0) return null;
  return {
    en: `channel ${channel.id} names no command: give the program that speaks the Agent Client Protocol, with its arguments`,
    zh: `通道 ${channel.id} 没有写 command：请给出会说 Agent Client Protocol 的程序及其参数`,
  };
}
