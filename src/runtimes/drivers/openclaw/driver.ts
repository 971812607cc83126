import type { Said } from '../../../errors/said.js';
import { createSupervisor, type Supervisor } from '../../../processes/supervised/supervisor.js';
import type { Channel, ChannelField } from '../../channel.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { failedSession } from '../../command-line/failed-session.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { withInstructions } from '../../command-line/prompt.js';
import { commandLineRun, notStarted } from '../../command-line/run.js';
import { textCodec } from '../../conversation.js';
import type { DriverCall, InteractiveSession, OneShotRun, RuntimeDriver, Surfaces } from '../../driver.js';
import type { RuntimeFailure } from '../../failure.js';
import { CONTINUATION_POLICIES } from '../../request.js';
import { startAgent } from '../acp/start.js';
import { type ProviderSecrets, providerSecrets } from '../provider-secrets.js';
import { scratchFile } from '../scratch-file.js';
import { configuration, gatewayUrl, modelName } from './config.js';
import { OpenclawMapper } from './events.js';

const BOTH = { oneshot: CONTINUATION_POLICIES, interactive: CONTINUATION_POLICIES };
const SURFACES: Surfaces = {
  task: BOTH,
  workflow: BOTH,
  chat: { interactive: CONTINUATION_POLICIES },
  'channel-test': { oneshot: ['fresh'] },
};

const FIELDS: readonly ChannelField[] = [
  'modelProvider',
  'baseUrl',
  'apiFormat',
  'apiKeyField',
  'httpHeaders',
  'environment',
  'modelReasoningEffort',
  'customUserAgent',
  'permissions',
  'approvals',
  'stateDir',
];

/** A SIGKILL on its launcher leaves the agent running: it gets time to heed the SIGTERM. */
const STOP = { signal: 'SIGTERM', graceMs: 5_000 } as const;
/** It prints one document, when it is done. */
const GATEWAY_REQUIRED: RuntimeFailure = {
  code: 'GATEWAY_REQUIRED',
  class: 'config',
  message:
    'openclaw holds a conversation only through a Gateway: set the baseUrl of the channel to its address (ws://…)',
};

export function createOpenclawDriver(): RuntimeDriver {
  const supervisor = createSupervisor();
  const createOneShot = (call: DriverCall): OneShotRun => start(supervisor, call);
  return {
    runtimeId: 'openclaw',
    surfaces: SURFACES,
    codec: textCodec('openclaw', ['sessionKey']),
    channelFields: FIELDS,
    checkChannel,
    createOneShot,
    testChannel: createOneShot,
    createInteractive: (call) => converse(supervisor, call),
    shutdown: () => supervisor.shutdown(),
  };
}

/** The key that a session is addressed by: the continued one's, or one of this invocation alone. */
function sessionKey(call: DriverCall): string {
  return call.conversation?.sessionKey ?? `agent:main:er-${call.invocationId}`;
}

function start(supervisor: Supervisor, call: DriverCall): OneShotRun {
  const program = findExecutable('openclaw', call.env);
  if (program === null) return notStarted(executableMissing('openclaw', call.env));
  const secrets = providerSecrets(call.channel);
  const file = configFile(call, secrets);
  const prompt = withInstructions(call.prompt, call.developerInstructions);
  const gateway = gatewayUrl(call.channel) !== null;
  // A fresh run has a state of its own that is thrown away: nothing of it can be continued.
  const throwaway = !gateway && call.policy === 'fresh';
  const key = throwaway ? null : sessionKey(call);
  const session =
    key === null
      ? ['agent', 'exec', '--json', '--message-file', '-', '--cwd', call.workDir]
      : [
          'agent',
          ...(gateway ? [] : ['--local']),
          '--json',
          '--session-key',
          key,
          '--message-file',
          scratchFile(call.scratchDir, 'prompt.md', prompt),
        ];
  return commandLineRun(call, {
    supervisor,
    argv: [
      program,
      ...session,
      ...(throwaway && file !== null ? ['--config', file] : []),
      ...modelArguments(call),
      // Time limits are ours.
      '--timeout',
      '0',
    ],
    cwd: call.workDir,
    env: environmentOf(call, secrets, file),
    stdin: throwaway ? prompt : null,
    stop: STOP,
    mapper: new OpenclawMapper(key),
  });
}

function converse(supervisor: Supervisor, call: DriverCall): InteractiveSession {
  const program = findExecutable('openclaw', call.env);
  if (program === null) return failedSession(executableMissing('openclaw', call.env));
  const url = gatewayUrl(call.channel);
  if (url === null) return failedSession(GATEWAY_REQUIRED);
  const { apiKey } = call.channel;
  const secrets = providerSecrets(call.channel);
  const key = sessionKey(call);
  return startAgent(call, {
    supervisor,
    argv: [
      program,
      'acp',
      '--url',
      url,
      ...(apiKey === null ? [] : ['--token-file', scratchFile(call.scratchDir, 'gateway-token', apiKey)]),
      '--session',
      key,
    ],
    env: environmentOf(call, secrets, configFile(call, secrets)),
    model: modelName(call),
    reasoningEffort: effortOf(call),
    state: { sessionKey: key },
  });
}

function modelArguments(call: DriverCall): readonly string[] {
  const model = modelName(call);
  const effort = effortOf(call);
  return [...(model === null ? [] : ['--model', model]), ...(effort === null ? [] : ['--thinking', effort])];
}

function effortOf(call: DriverCall): string | null {
  return call.reasoningEffort ?? call.channel.modelReasoningEffort ?? null;
}

function configFile(call: DriverCall, secrets: ProviderSecrets): string | null {
  const config = configuration(call, secrets);
  return config === null ? null : scratchFile(call.scratchDir, 'openclaw.json', JSON.stringify(config));
}

function environmentOf(call: DriverCall, secrets: ProviderSecrets, file: string | null): NodeJS.ProcessEnv {
  const { stateDir } = call.channel;
  return childEnvironment(call, 'openclaw', {
    ...secrets.env,
    OPENCLAW_NO_AUTO_UPDATE: '1',
    OPENCLAW_DISABLE_BONJOUR: '1',
    OPENCLAW_NO_RESPAWN: '1',
    ...(file === null ? {} : { OPENCLAW_CONFIG_PATH: file }),
    ...(stateDir === undefined ? {} : { OPENCLAW_STATE_DIR: stateDir }),
  });
}

function checkChannel(channel: Channel): Said | null {
  const gateway = gatewayUrl(channel) !== null;
  const ownProvider = channel.baseUrl !== undefined && !gateway;
  const permissions = channel.permissions ?? 'workspace-write';
  if (permissions === 'workspace-write') {
    return {
      en: 'openclaw does not hold its shell to the work folder: set permissions to full, or to read-only with a baseUrl of its own',
      zh: 'openclaw 不能把 shell 限制在工作目录内：请把 permissions 设为 full；或给出自己的 baseUrl 并设为 read-only',
    };
  }
  if (permissions === 'read-only' && !ownProvider) {
    return {
      en: 'openclaw is read-only only with a configuration of the channel: set the baseUrl of a model provider',
      zh: 'openclaw 只有使用 channel 自己的配置才能只读：请设置模型服务的 baseUrl',
    };
  }
  const field = (['apiFormat', 'httpHeaders', 'customUserAgent'] as const).find(
    (name) => !ownProvider && channel[name] !== undefined,
  );
  if (field !== undefined) {
    return {
      en: `openclaw takes ${field} only for the address of a model provider: set baseUrl to it`,
      zh: `openclaw 只对模型服务的地址使用 ${field}：请把 baseUrl 设为该地址`,
    };
  }
  if (ownProvider && channel.models.some(({ id }) => id === 'default')) {
    return {
      en: 'openclaw takes an address of its own only together with a model: name the models instead of default',
      zh: 'openclaw 只有同时给出模型才接受自己的地址：请写出模型，不要用 default',
    };
  }
  if (channel.approvals !== undefined && !gateway) {
    return {
      en: 'openclaw asks for approvals only through a Gateway: set baseUrl to its address (ws://…)',
      zh: 'openclaw 只有通过 Gateway 才会请求批准：请把 baseUrl 设为它的地址（ws://…）',
    };
  }
  return null;
}
