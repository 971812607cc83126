import { join } from 'node:path';
import type { Said } from '../../../errors/said.js';
import { createSupervisor, type Supervisor } from '../../../processes/supervised/supervisor.js';
import type { Channel, ChannelField } from '../../channel.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { failedSession } from '../../command-line/failed-session.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { freshIfStale } from '../../command-line/fresh-if-stale.js';
import { commandLineRun, notStarted } from '../../command-line/run.js';
import { textCodec } from '../../conversation.js';
import type {
  DriverCall,
  InteractiveSession,
  OneShotRun,
  RuntimeDriver,
  SessionTarget,
  Surfaces,
} from '../../driver.js';
import type { RuntimeFailure } from '../../failure.js';
import { CONTINUATION_POLICIES, type ExecutionMode } from '../../request.js';
import { startAgent } from '../acp/start.js';
import { providerSecrets } from '../provider-secrets.js';
import { scratchFile } from '../scratch-file.js';
import { shortCommand } from '../short-command.js';
import { configuration, modelName, permissionRules } from './config.js';
import { OpencodeMapper } from './events.js';

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
  'providerName',
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

/** Without a title of ours it asks the model for one. */
const TITLE = 'environment-runtime';

export function createOpencodeDriver(): RuntimeDriver {
  const supervisor = createSupervisor();
  const createOneShot = (call: DriverCall): OneShotRun =>
    freshIfStale(call, (conversation) => start(supervisor, { ...call, conversation }));
  return {
    runtimeId: 'opencode',
    surfaces: SURFACES,
    codec: textCodec('opencode'),
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
  const program = findExecutable('opencode', call.env);
  if (program === null) return notStarted(executableMissing('opencode', call.env));
  const model = modelName(call);
  const effort = call.reasoningEffort ?? call.channel.modelReasoningEffort ?? null;
  return commandLineRun(call, {
    supervisor,
    argv: [
      program,
      'run',
      '--format',
      'json',
      '--thinking',
      ...(call.conversation === null ? ['--title', TITLE] : ['--session', call.conversation.sessionId]),
      ...(model === null ? [] : ['--model', model]),
      ...(effort === null ? [] : ['--variant', effort]),
    ],
    cwd: call.workDir,
    env: environmentOf(call, 'oneshot'),
    stdin: call.prompt,
    // A signal leaves its tool running: the tree is ended with it.
    stop: { signal: 'SIGTERM', graceMs: 2_000 },
    mapper: new OpencodeMapper(),
  });
}

function converse(supervisor: Supervisor, call: DriverCall): InteractiveSession {
  const program = findExecutable('opencode', call.env);
  if (program === null) return failedSession(executableMissing('opencode', call.env));
  return startAgent(
    // They are in its configuration.
    { ...call, developerInstructions: null },
    {
      supervisor,
      argv: [program, 'acp'],
      env: environmentOf(call, 'interactive'),
      model: modelName(call),
      reasoningEffort: call.reasoningEffort ?? call.channel.modelReasoningEffort ?? null,
    },
  );
}

function environmentOf(call: DriverCall, mode: ExecutionMode): NodeJS.ProcessEnv {
  const { channel, developerInstructions: instructions, scratchDir } = call;
  const secrets = providerSecrets(channel);
  const instructionsFile = instructions === null ? null : scratchFile(scratchDir, 'instructions.md', instructions);
  const config = configuration(call, secrets, instructionsFile);
  return childEnvironment(call, 'opencode', {
    ...secrets.env,
    ...stateVariables(channel),
    // It takes the folder from here rather than from where it was started.
    PWD: call.workDir,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_PERMISSION: JSON.stringify(permissionRules(channel.permissions ?? 'workspace-write', mode)),
    ...(config === null ? {} : { OPENCODE_CONFIG: scratchFile(scratchDir, 'opencode.json', JSON.stringify(config)) }),
    // The list of all providers' models is of no use for one of our own.
    ...(channel.baseUrl === undefined ? {} : { OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  });
}

function stateVariables({ stateDir }: Pick<Channel, 'stateDir'>): Readonly<Record<string, string>> {
  if (stateDir === undefined) return {};
  return {
    XDG_DATA_HOME: join(stateDir, 'data'),
    XDG_CONFIG_HOME: join(stateDir, 'config'),
    XDG_CACHE_HOME: join(stateDir, 'cache'),
    XDG_STATE_HOME: join(stateDir, 'state'),
  };
}

async function deleteSession(supervisor: Supervisor, target: SessionTarget): Promise<RuntimeFailure | null> {
  const program = findExecutable('opencode', target.env);
  if (program === null) return executableMissing('opencode', target.env);
  const { sessionId, workDir } = target.conversation;
  return shortCommand(supervisor, target, {
    argv: [program, 'session', 'delete', sessionId],
    // Its folder may be gone by now.
    cwd: target.scratchDir,
    env: childEnvironment(target, 'opencode', { ...stateVariables(target.channel), PWD: workDir }),
  });
}

function checkChannel(channel: Channel): Said | null {
  const field = (['apiFormat', 'providerName', 'httpHeaders', 'customUserAgent', 'apiKeyField'] as const).find(
    (name) => channel.baseUrl === undefined && channel[name] !== undefined,
  );
  if (field !== undefined) {
    return {
      en: `opencode takes ${field} only for an address of the channel's own: set baseUrl too`,
      zh: `opencode 只对 channel 自己的地址使用 ${field}：请同时设置 baseUrl`,
    };
  }
  if (channel.baseUrl !== undefined && channel.models.some(({ id }) => id === 'default')) {
    return {
      en: 'opencode takes an address of its own only together with a model: name the models instead of default',
      zh: 'opencode 只有同时给出模型才接受自己的地址：请写出模型，不要用 default',
    };
  }
  return null;
}
