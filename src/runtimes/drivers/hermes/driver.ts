import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Said } from '../../../errors/said.js';
import { createSupervisor, type Supervisor } from '../../../processes/supervised/supervisor.js';
import type { Channel, ChannelField } from '../../channel.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { failedSession } from '../../command-line/failed-session.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { freshIfStale } from '../../command-line/fresh-if-stale.js';
import { oneTurn } from '../../command-line/one-turn.js';
import { withInstructions } from '../../command-line/prompt.js';
import { commandLineRun, notStarted } from '../../command-line/run.js';
import type { CommandLineSession } from '../../command-line/turn-session.js';
import { textCodec } from '../../conversation.js';
import type { DriverCall, OneShotRun, RuntimeDriver, SessionTarget, Surfaces } from '../../driver.js';
import type { RuntimeFailure } from '../../failure.js';
import { CONTINUATION_POLICIES } from '../../request.js';
import { startAgent } from '../acp/start.js';
import { asArgument, unfitArgument } from '../argument-prompt.js';
import { parsedOrNull } from '../json-fields.js';
import { shortCommand } from '../short-command.js';
import { HermesMapper } from './events.js';

const BOTH = { oneshot: CONTINUATION_POLICIES, interactive: CONTINUATION_POLICIES };
const SURFACES: Surfaces = {
  task: BOTH,
  workflow: BOTH,
  chat: { interactive: CONTINUATION_POLICIES },
  'channel-test': { oneshot: ['fresh'] },
  cleanup: { oneshot: ['resume-required'] },
};

const FIELDS: readonly ChannelField[] = [
  'modelProvider',
  'apiKeyField',
  'environment',
  'permissions',
  'approvals',
  'stateDir',
];

/** It prints nothing but its answer. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

export function createHermesDriver(): RuntimeDriver {
  const supervisor = createSupervisor();
  const createOneShot = (call: DriverCall): OneShotRun => {
    // `-z` asks for nothing and does everything: where that is not what is wanted, one turn of the protocol that asks.
    if (call.channel.permissions !== 'full') return oneTurn(converse(supervisor, call), call);
    return freshIfStale(call, (conversation) => start(supervisor, { ...call, conversation }));
  };
  return {
    runtimeId: 'hermes',
    surfaces: SURFACES,
    codec: textCodec('hermes'),
    channelFields: FIELDS,
    checkChannel,
    createOneShot,
    testChannel: createOneShot,
    createInteractive: (call) => converse(supervisor, call),
    deleteSession: (target) => deleteSession(supervisor, target),
    shutdown: () => supervisor.shutdown(),
  };
}

function start(supervisor: Supervisor, call: DriverCall): OneShotRun {
  const program = findExecutable('hermes', call.env);
  if (program === null) return notStarted(executableMissing('hermes', call.env));
  const prompt = withInstructions(call.prompt, call.developerInstructions);
  const unfit = unfitArgument(prompt);
  if (unfit !== null) return notStarted(unfit);
  const { channel, conversation, model } = call;
  const report = join(call.scratchDir, 'usage.json');
  return commandLineRun(call, {
    supervisor,
    argv: [
      program,
      '-z',
      asArgument(prompt),
      '--usage-file',
      report,
      ...(model === null ? [] : ['--model', model]),
      ...(model === null || channel.modelProvider === undefined ? [] : ['--provider', channel.modelProvider]),
      ...(conversation === null ? [] : ['--resume', conversation.sessionId]),
    ],
    cwd: call.workDir,
    env: environmentOf(call),
    stdin: null,
    stop: { signal: 'SIGINT', graceMs: 3_000 },
    keepStdout: LARGEST_ANSWER,
    mapper: new HermesMapper(() => readReport(report)),
  });
}

function converse(supervisor: Supervisor, call: DriverCall): CommandLineSession {
  const program = findExecutable('hermes', call.env);
  if (program === null) return failedSession(executableMissing('hermes', call.env));
  return startAgent(call, {
    supervisor,
    argv: [program, 'acp'],
    env: environmentOf(call),
    model: modelName(call),
    reasoningEffort: call.reasoningEffort,
  });
}

/** In a session, models are named with their provider. */
function modelName({ model, channel }: DriverCall): string | null {
  return model === null || channel.modelProvider === undefined ? model : `${channel.modelProvider}:${model}`;
}

function environmentOf(call: DriverCall | SessionTarget): NodeJS.ProcessEnv {
  const { stateDir } = call.channel;
  return childEnvironment(call, 'hermes', stateDir === undefined ? {} : { HERMES_HOME: stateDir });
}

async function deleteSession(supervisor: Supervisor, target: SessionTarget): Promise<RuntimeFailure | null> {
  const program = findExecutable('hermes', target.env);
  if (program === null) return executableMissing('hermes', target.env);
  return shortCommand(supervisor, target, {
    argv: [program, 'sessions', 'delete', target.conversation.sessionId, '--yes'],
    cwd: target.scratchDir,
    env: environmentOf(target),
  });
}

function readReport(path: string): unknown {
  try {
    return parsedOrNull(readFileSync(path, 'utf8'));
  } catch {
    // It ended before it could write one.
    return null;
  }
}

function checkChannel(channel: Channel): Said | null {
  if (channel.permissions === 'read-only') {
    return {
      en: 'hermes has no mode in which it only reads: set permissions to workspace-write or full',
      zh: 'hermes 没有只读模式：请把 permissions 设为 workspace-write 或 full',
    };
  }
  if (channel.modelProvider === undefined || !channel.models.some(({ id }) => id === 'default')) return null;
  return {
    en: 'hermes takes a provider only together with a model: name the models instead of default',
    zh: 'hermes 只有同时给出模型才接受 provider：请写出模型，不要用 default',
  };
}
