import { join } from 'node:path';
import type { Said } from '../../../errors/said.js';
import { createSupervisor, type Supervisor } from '../../../processes/supervised/supervisor.js';
import type { Channel, ChannelField } from '../../channel.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { freshIfStale } from '../../command-line/fresh-if-stale.js';
import { commandLineRun, notStarted } from '../../command-line/run.js';
import { textCodec } from '../../conversation.js';
import type { DriverCall, OneShotRun, RuntimeDriver, SessionTarget, Surfaces } from '../../driver.js';
import type { RuntimeFailure } from '../../failure.js';
import { CONTINUATION_POLICIES } from '../../request.js';
import { providerSecrets } from '../provider-secrets.js';
import { scratchFile } from '../scratch-file.js';
import { PiMapper } from './events.js';
import { modelsFile, providerId } from './models-file.js';
import { removeSession, sessionRoot } from './state.js';

const ONE_SHOT = { oneshot: CONTINUATION_POLICIES };
const SURFACES: Surfaces = {
  task: ONE_SHOT,
  workflow: ONE_SHOT,
  'channel-test': { oneshot: ['fresh'] },
  cleanup: { oneshot: ['resume-required'] },
};

const FIELDS: readonly ChannelField[] = [
  'modelProvider',
  'providerName',
  'baseUrl',
  'apiFormat',
  'apiKeyField',
  'httpHeaders',
  'environment',
  'requestOverrides',
  'modelReasoningEffort',
  'customUserAgent',
  'permissions',
  'stateDir',
];

/** Tools that only read. It has no sandbox: what its shell does, nobody holds back. */
const READ_ONLY = ['--tools', 'read,grep,find,ls', '--no-mcp'];

export function createPiDriver(): RuntimeDriver {
  const supervisor = createSupervisor();
  const createOneShot = (call: DriverCall): OneShotRun =>
    freshIfStale(call, (conversation) => start(supervisor, { ...call, conversation }));
  return {
    runtimeId: 'pi',
    surfaces: SURFACES,
    codec: textCodec('pi'),
    channelFields: FIELDS,
    checkChannel,
    createOneShot,
    testChannel: createOneShot,
    deleteSession: async (target) => deleteSession(target),
    shutdown: () => supervisor.shutdown(),
  };
}

function start(supervisor: Supervisor, call: DriverCall): OneShotRun {
  const program = findExecutable('pi', call.env);
  if (program === null) return notStarted(executableMissing('pi', call.env));
  return commandLineRun(call, {
    supervisor,
    argv: [program, ...argumentsOf(call)],
    cwd: call.workDir,
    env: environmentOf(call),
    stdin: call.prompt,
    stop: { signal: 'SIGTERM', graceMs: 2_000 },
    mapper: new PiMapper(),
  });
}

function argumentsOf(call: DriverCall): string[] {
  const { channel, model, conversation, developerInstructions } = call;
  const effort = effortOf(call);
  const provider = channel.baseUrl === undefined ? channel.modelProvider : providerId(channel);
  return [
    '-p',
    '--mode',
    'json',
    ...(model === null || provider === undefined ? [] : ['--provider', provider]),
    ...(model === null ? [] : ['--model', model]),
    ...(effort === null ? [] : ['--thinking', effort]),
    ...(channel.permissions === 'read-only' ? READ_ONLY : []),
    ...(conversation === null ? [] : ['--session', conversation.sessionId]),
    ...(developerInstructions === null
      ? []
      : ['--append-system-prompt', scratchFile(call.scratchDir, 'instructions.md', developerInstructions)]),
  ];
}

function environmentOf(call: DriverCall): NodeJS.ProcessEnv {
  const { channel, scratchDir } = call;
  const quiet = { PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' };
  if (channel.baseUrl === undefined) {
    const own = channel.stateDir === undefined ? {} : { PI_CODING_AGENT_DIR: channel.stateDir };
    return childEnvironment(call, 'pi', { ...quiet, ...own });
  }
  const secrets = providerSecrets(channel);
  scratchFile(scratchDir, join('pi', 'models.json'), modelsFile(channel, secrets, effortOf(call)));
  return childEnvironment(call, 'pi', {
    ...quiet,
    ...secrets.env,
    PI_CODING_AGENT_DIR: join(scratchDir, 'pi'),
    PI_CODING_AGENT_SESSION_DIR: sessionRoot(channel, call.env),
  });
}

function effortOf(call: DriverCall): string | null {
  return call.reasoningEffort ?? call.channel.modelReasoningEffort ?? null;
}

function deleteSession({ channel, conversation, env }: SessionTarget): RuntimeFailure | null {
  const root = sessionRoot(channel, env);
  try {
    if (removeSession(root, conversation.sessionId) > 0) return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      return { code: 'CLEANUP_FAILED', class: 'cleanup', message: `${root}: ${(error as Error).message}` };
    }
  }
  const message = `pi has no session ${conversation.sessionId} in ${root}`;
  return { code: 'SESSION_NOT_FOUND', class: 'cleanup', message };
}

function checkChannel(channel: Channel): Said | null {
  if (channel.permissions === undefined || channel.permissions === 'workspace-write') {
    return {
      en: 'pi has no sandbox and cannot be held to its work folder: set permissions to read-only or full',
      zh: 'pi 没有沙箱，无法限制在工作目录内：请把 permissions 设为 read-only 或 full',
    };
  }
  const needsModel = channel.baseUrl !== undefined || channel.modelProvider !== undefined;
  if (needsModel && channel.models.some(({ id }) => id === 'default')) {
    return {
      en: 'pi takes a provider only together with a model: name the models instead of default',
      zh: 'pi 只有同时给出模型才接受 provider：请写出模型，不要用 default',
    };
  }
  const ofAddress = (['apiFormat', 'providerName', 'httpHeaders', 'customUserAgent', 'requestOverrides'] as const).find(
    (field) => channel.baseUrl === undefined && channel[field] !== undefined,
  );
  if (ofAddress !== undefined) {
    return {
      en: `pi takes ${ofAddress} only for an address of the channel's own: set baseUrl too`,
      zh: `pi 只对 channel 自己的地址使用 ${ofAddress}：请同时设置 baseUrl`,
    };
  }
  if (channel.requestOverrides?.body !== undefined && !(channel.apiFormat ?? 'openai_chat').startsWith('openai')) {
    return {
      en: 'pi merges a request body only into the OpenAI formats',
      zh: 'pi 只能在 OpenAI 格式里合并请求体',
    };
  }
  return null;
}
