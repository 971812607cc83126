import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Said } from '../../../errors/said.js';
import { createSupervisor } from '../../../processes/supervised/supervisor.js';
import type { Channel, ChannelField, Permissions } from '../../channel.js';
import { childEnvironment } from '../../command-line/child-environment.js';
import { executableMissing, findExecutable } from '../../command-line/find-executable.js';
import { withInstructions } from '../../command-line/prompt.js';
import { commandLineRun, notStarted } from '../../command-line/run.js';
import type { DriverCall, OneShotRun, RuntimeDriver, Surfaces } from '../../driver.js';
import { asArgument, unfitArgument } from '../argument-prompt.js';
import { scratchFile } from '../scratch-file.js';
import { FinalTextMapper } from './final-text.js';
import { type DecodeFrame, followLog, NODE_DECODES } from './follow-log.js';
import { patchFor } from './patch.js';
import { SessionLogMapper } from './session-log.js';

/** The headless profile answers one task and is gone: nothing can be continued. */
const FRESH = { oneshot: ['fresh'] } as const;
const SURFACES: Surfaces = { task: FRESH, workflow: FRESH, 'channel-test': FRESH };

const FIELDS: readonly ChannelField[] = [
  'baseUrl',
  'apiKeyField',
  'environment',
  'modelReasoningEffort',
  'dshUseStoredCredentials',
  'permissions',
  'stateDir',
];

const MODES: Readonly<Record<Permissions, string>> = {
  'read-only': 'read-only',
  'workspace-write': 'workspace-write',
  full: 'danger-full-access',
};
const EFFORTS = ['off', 'low', 'high', 'max'];
/** It prints nothing but its answer. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** `decode`: of its session log; null where only the final text is told. */
export function createDshDriver(decode: DecodeFrame | null = NODE_DECODES): RuntimeDriver {
  const supervisor = createSupervisor();
  const createOneShot = (call: DriverCall): OneShotRun => {
    const program = findExecutable('dsh', call.env);
    if (program === null) return notStarted(executableMissing('dsh', call.env));
    const prompt = withInstructions(call.prompt, call.developerInstructions);
    const unfit = unfitArgument(prompt);
    if (unfit !== null) return notStarted(unfit);
    const { channel, scratchDir } = call;
    const patch = scratchFile(scratchDir, 'dsh-patch.yml', patchFor(call));
    // A home of its own holds one session: its log is the one to follow.
    const home = channel.stateDir ?? join(scratchDir, 'dsh-home');
    const log = new SessionLogMapper();
    const follows = decode !== null && channel.stateDir === undefined;
    return commandLineRun(call, {
      supervisor,
      argv: [program, '--profile', 'headless', '--patch', patch, asArgument(prompt)],
      cwd: call.workDir,
      env: childEnvironment(call, 'dsh', {
        DSH_HOME: home,
        DSH_PERMISSION_MODE: MODES[channel.permissions ?? 'workspace-write'],
        ...(channel.apiKey === null ? {} : { DEEPSEEK_API_KEY: channel.apiKey }),
        ...(channel.baseUrl === undefined ? {} : { DEEPSEEK_BASE_URL: channel.baseUrl }),
      }),
      stdin: null,
      // SIGTERM makes it exit with 0, as if all were well.
      stop: { signal: 'SIGINT', graceMs: 6_000 },
      keepStdout: LARGEST_ANSWER,
      mapper: new FinalTextMapper(() => log.told),
      ...(follows ? { follow: (emit) => followLog(home, log, decode, emit) } : {}),
      cleanup: () => {
        rmSync(patch, { force: true });
        rmSync(join(scratchDir, 'dsh-home'), { recursive: true, force: true });
      },
    });
  };
  return {
    runtimeId: 'dsh',
    surfaces: SURFACES,
    channelFields: FIELDS,
    checkChannel,
    createOneShot,
    testChannel: createOneShot,
    shutdown: () => supervisor.shutdown(),
  };
}

function checkChannel(channel: Channel): Said | null {
  const effort = channel.modelReasoningEffort;
  if (effort === undefined || EFFORTS.includes(effort)) return null;
  return {
    en: `dsh knows the reasoning efforts ${EFFORTS.join(', ')}, not ${effort}`,
    zh: `dsh 的推理强度只有 ${EFFORTS.join('、')}，没有 ${effort}`,
  };
}
