import type { Said } from '../../../errors/said.js';
import { createSupervisor } from '../../../processes/supervised/supervisor.js';
import type { Channel, ChannelField } from '../../channel.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { failedSession } from '../../command-line/failed-session.js';
import { oneTurn } from '../../command-line/one-turn.js';
import type { CommandLineSession } from '../../command-line/turn-session.js';
import { textCodec } from '../../conversation.js';
import type { DriverCall, RuntimeDriver, Surfaces } from '../../driver.js';
import { CONTINUATION_POLICIES, type ContinuationPolicy } from '../../request.js';
import { type AcpPreset, commandOf, GEMINI, GENERIC, QWEN } from './preset.js';
import { startAgent } from './start.js';

/** One-shot is one turn. */
function surfacesFor(policies: readonly ContinuationPolicy[]): Surfaces {
  const both = { oneshot: policies, interactive: policies };
  return { task: both, workflow: both, chat: { interactive: policies }, 'channel-test': { oneshot: ['fresh'] } };
}

const EVERY: readonly ChannelField[] = ['environment', 'permissions', 'approvals', 'modelReasoningEffort'];

export const createAcpDriver = (): RuntimeDriver => driverOf(GENERIC);
export const createGeminiDriver = (): RuntimeDriver => driverOf(GEMINI);
export const createQwenDriver = (): RuntimeDriver => driverOf(QWEN);

function driverOf(preset: AcpPreset): RuntimeDriver {
  const supervisor = createSupervisor();
  const sessionFor = (call: DriverCall): CommandLineSession => {
    const argv = commandOf(preset, call);
    if ('code' in argv) return failedSession(argv);
    return startAgent(call, {
      supervisor,
      argv,
      env: childEnvironment(call, preset.runtimeId, preset.env(call)),
      model: preset.model === 'session' ? call.model : null,
      reasoningEffort: call.reasoningEffort ?? call.channel.modelReasoningEffort ?? null,
    });
  };
  const createOneShot = (call: DriverCall) => oneTurn(sessionFor(call), call);
  return {
    runtimeId: preset.runtimeId,
    surfaces: surfacesFor(preset.continues ? CONTINUATION_POLICIES : ['fresh']),
    ...(preset.continues ? { codec: textCodec(preset.runtimeId) } : {}),
    channelFields: [...EVERY, ...preset.channelFields],
    checkChannel: (channel) => checkChannel(preset, channel),
    createOneShot,
    testChannel: createOneShot,
    createInteractive: sessionFor,
    shutdown: () => supervisor.shutdown(),
  };
}

function checkChannel(preset: AcpPreset, channel: Channel): Said | null {
  if (preset.args !== null || (channel.command?.length ?? 0) > 0) return null;
  return {
    en: `channel ${channel.id} names no command: give the program that speaks the Agent Client Protocol, with its arguments`,
    zh: `channel ${channel.id} 没有写 command：请给出会说 Agent Client Protocol 的程序及其参数`,
  };
}
