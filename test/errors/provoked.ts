import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { NothingStoredError } from '../../src/app.js';
import { PromptInvalidError, WorkDirectoryError } from '../../src/app-invoke.js';
import { readCase } from '../../src/cases/case-file.js';
import { LeftError } from '../../src/cli/first-steps/ask.js';
import { readRecordFile } from '../../src/cli/read-record.js';
import { UnknownCommandError } from '../../src/cli/unknown-command.js';
import { defect } from '../../src/cli/words/defect.js';
import { outputFailed } from '../../src/cli/words/output-failed.js';
import { parserFault } from '../../src/cli/words/parser-fault.js';
import { loadConfig } from '../../src/config/load-config.js';
import { stateFile } from '../../src/config/state-file.js';
import { WorkingDirectoryGoneError } from '../../src/config/working-directory.js';
import { within } from '../../src/controller/observe/within.js';
import type { Said } from '../../src/errors/said.js';
import { saidBy } from '../../src/errors/said-by.js';
import { callScript, type ScriptBench } from '../../src/executor/script-tool.js';
import { AlreadyInitialisedError } from '../../src/housekeeping/init.js';
import { splitCommand } from '../../src/housekeeping/split-command.js';
import { ExportFailedError } from '../../src/housekeeping/transfer.js';
import { JobFilesGoneError, JobFolderError, JobUnknownError, LaunchFailedError } from '../../src/jobs/job-errors.js';
import { ModelFailedError } from '../../src/models/failure.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { open as openIndex } from '../../src/policy/route-index.js';
import { JobNestedError } from '../../src/rounds/ancestors.js';
import {
  EnvironmentBusyError,
  RecordFailedError,
  RunDirectoryError,
  ToolFailedError,
} from '../../src/rounds/errors.js';
import { checkInput } from '../../src/rounds/request.js';
import type { RoundResult } from '../../src/rounds/result.js';
import { EnvironmentUnknownError, RoundUnknownError } from '../../src/rounds/show.js';
import {
  ApprovalByAgentError,
  ApprovalClosedError,
  ApprovalUnknownError,
} from '../../src/runtimes/approvals/errors.js';
import type { Channel } from '../../src/runtimes/channel.js';
import { SessionAmbiguousError, SessionDeleteFailedError } from '../../src/runtimes/delete-session.js';
import { SessionUnknownError } from '../../src/runtimes/find-conversation.js';
import * as records from '../../src/runtimes/records/errors.js';
import { importChannels } from '../../src/runtimes/records/import/import-channels.js';
import type { Records } from '../../src/runtimes/records/records.js';
import { readReferences } from '../../src/runtimes/records/resolve-channel.js';
import { readSecrets } from '../../src/runtimes/records/secrets-file.js';
import { DriverRefusedError } from '../../src/runtimes/registry-errors.js';
import * as routing from '../../src/runtimes/router-errors.js';
import { InvocationUnknownError } from '../../src/runtimes/shown/invocations.js';
import { contentHash } from '../../src/skills/content-hash.js';
import { SkillUnknownError, SkillUntrustedError, StrictSkillsError, TrustFileError } from '../../src/skills/errors.js';
import { argvOf } from '../../src/skills/launch.js';
import type { Catalog, Package, PackageLaunch } from '../../src/skills/package.js';
import { error } from '../../src/skills/report.js';
import { scaffoldKind } from '../../src/skills/scaffold.js';
import { validateParams } from '../../src/skills/validate-params.js';
import { EnvironmentInUseError, EnvironmentMissingError } from '../../src/store/environments.js';
import { EnvironmentExistsError } from '../../src/store/exchange/import.js';
import { readEnvironment } from '../../src/store/exchange/read-environment.js';
import { LeaseLostError } from '../../src/store/lease.js';
import { readState, StateCorruptError } from '../../src/store/states.js';
import * as store from '../../src/store/store-errors.js';
import { readSamples } from '../../src/training/read-samples.js';
import {
  NothingToRollBackError,
  PolicyAmbiguousError,
  PolicyNotKeptError,
  PolicyUnknownError,
} from '../../src/training/registry-errors.js';
import { workspace } from '../harness/workspace.js';

const FILE = '/srv/team/state.db';
const ASKED = {
  agentId: 'a',
  channelId: 'c',
  runtimeId: 'pi',
  surface: 'workflow',
  executionMode: 'oneshot',
  continuationPolicy: 'fresh',
  workDir: '/',
  limits: { wallMs: 1, idleMs: 1 },
  invocation: { surface: 'workflow' },
} as const;
const DENIED = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });

const PROBLEM = { path: 'environment.API_KEY', message: { en: 'is not set', zh: '未设置' } };
const CHANNEL: Channel = {
  id: 'work',
  runtimeId: 'codex',
  label: 'Work',
  models: [{ id: 'default', label: 'Default' }],
  environment: { CODEX_API_KEY: 'env:TEAM_KEY' },
};

/** What a person is told of each failure: constructed where that needs a broken disk or a second process, else provoked. */
export const PROVOKED: Readonly<Record<string, () => Said | Promise<Said>>> = {
  AGENT_EXISTS: () => saidBy(new records.AgentExistsError('reviewer', 'deleted')),
  AGENT_INVALID: () => saidBy(new records.AgentInvalidError([PROBLEM])),
  AGENT_IN_USE: () => saidBy(new records.AgentInUseError('reviewer', [{ kind: 'package', name: 'lint' }])),
  AGENT_REQUIRED: () => saidBy(new records.AgentRequiredError(['reviewer', 'writer'])),
  AGENT_UNKNOWN: () => saidBy(new records.AgentUnknownError('reviewer', ['writer'], 'deleted')),
  ALREADY_INITIALISED: () => saidBy(new AlreadyInitialisedError('/srv/team/configs/graph.yaml')),
  APPROVAL_BY_AGENT: () => saidBy(new ApprovalByAgentError('approval_1')),
  APPROVAL_CLOSED: () => saidBy(new ApprovalClosedError('approval_1', 'expired', 'clock')),
  APPROVAL_UNKNOWN: () => saidBy(new ApprovalUnknownError('approval_1')),
  ARGUMENT_REFUSED: () => refused(() => argvOf(packageOf({ kind: 'command', argv: ['ls', '{a}'] }), { a: '-r' })),
  CASE_INVALID: async () => refused(async () => readCase(await written('a.json', '{"case_id": 7}'), 9)),
  CHANNEL_EXISTS: () => saidBy(new records.ChannelExistsError('work')),
  CHANNEL_FIELD_REFUSED: () => saidBy(new records.ChannelFieldRefusedError('Codex', [PROBLEM])),
  CHANNEL_INVALID: () => saidBy(new records.ChannelInvalidError([PROBLEM])),
  CHANNEL_IN_USE: () => saidBy(new records.ChannelInUseError('work', [{ kind: 'session', name: 'ses_1' }])),
  CHANNEL_MODEL_IN_USE: () => saidBy(new records.ChannelModelInUseError('work', [{ kind: 'agent', name: 'reviewer' }])),
  CHANNEL_REFERENCE: () => refused(() => readReferences(CHANNEL, {})),
  CHANNEL_SECRETS_FILE: () => refused(() => readSecrets('/srv/channels', 'work', 'work.0011223344556677.json')),
  CHANNEL_UNKNOWN: () => saidBy(new records.ChannelUnknownError('wrok', ['work'])),
  CODEC_REQUIRED: () => saidBy(new routing.CodecRequiredError('pi')),
  COMBINATION_UNSUPPORTED: () => saidBy(new routing.CombinationUnsupportedError(ASKED, ['interactive (fresh)'])),
  COMMAND_TEXT: () => refused(() => splitCommand('make | tee log')),
  CONFIG_INVALID: () => configured('runtime:\n  max_round: 4\n'),
  CONFIG_MALFORMED: () => configured('runtime: [1\n'),
  CONFIG_MISSING: () => refused(() => loadConfig({ cwd: '/', config: '/srv/none.yaml', env: {} })),
  CONFIG_OVERRIDE: () => refused(() => loadConfig({ cwd: '/', env: { MODEL_PROVIDER: 'nobody' } })),
  CONFIG_UNREADABLE: async () => {
    const folder = await workspace();
    return await refused(() => loadConfig({ cwd: '/', config: folder, env: {} }));
  },
  CONVERSATION_INVALID: () => saidBy(new routing.ConversationInvalidError('pi')),
  CONVERSATION_OWNER_MISMATCH: () => saidBy(new routing.ConversationOwnerMismatchError('pi', 'codex')),
  CONVERSATION_REQUIRED: () => saidBy(new routing.ConversationRequiredError()),
  DRIVER_NOT_REGISTERED: () => saidBy(new routing.DriverNotRegisteredError('pi')),
  DRIVER_REFUSED: () => saidBy(new DriverRefusedError('pi', { en: 'it is registered twice', zh: '被注册了两次' })),
  ENVIRONMENT_BUSY: () => saidBy(new EnvironmentBusyError('main', 'box:4711', '2026-01-01T00:00:00Z', 10_000)),
  ENVIRONMENT_EXISTS: () => saidBy(new EnvironmentExistsError('main')),
  ENVIRONMENT_IN_USE: () => saidBy(new EnvironmentInUseError('main', ['job_1', 'job_2'])),
  ENVIRONMENT_MISSING: () => saidBy(new EnvironmentMissingError('main')),
  ENVIRONMENT_UNKNOWN: () => saidBy(new EnvironmentUnknownError('main')),
  EXPORT_FAILED: () => saidBy(new ExportFailedError('/srv/out.json', DENIED)),
  IMPORT_INVALID: () => refused(() => readEnvironment({ rounds: [{ round_id: 'x' }] }, new Date(0))),
  INDEX_FORMAT: () => refused(() => openIndex(new Uint8Array(3))),
  INPUT_INVALID: () => refused(() => checkInput('how\0is it going?')),
  INTERNAL: () => defect(new TypeError('nothing is there')),
  INVOCATION_UNKNOWN: () => saidBy(new InvocationUnknownError('inv_1')),
  INVOCATION_WRITE_FAILED: () => saidBy(new routing.InvocationWriteFailedError({ cause: DENIED })),
  JOB_FOLDER: () => saidBy(new JobFolderError('/srv/jobs/job_1', DENIED)),
  JOB_FILES_GONE: () => saidBy(new JobFilesGoneError('job_1', '/tmp/jobs/job_1')),
  JOB_NESTED: () => saidBy(new JobNestedError('lint', { same: 'job_1' })),
  JOB_UNKNOWN: () => saidBy(new JobUnknownError('job_1')),
  LAUNCH_FAILED: () => saidBy(new LaunchFailedError('job_1', null)),
  LEASE_LOST: () => saidBy(new LeaseLostError({ environment_id: 1, owner: 'box:4711:1', epoch: 3 })),
  LEFT: () => saidBy(new LeftError(null)),
  MODEL_FAILED: () => {
    const failure = { provider: 'openai', model: 'gpt-x', status: 429, detail: 'slow down', tries: 3 };
    return saidBy(new ModelFailedError({ kind: 'rate_limit', ...failure }));
  },
  NOTHING_STORED: () => saidBy(new NothingStoredError(FILE)),
  NOTHING_TO_LAUNCH: () => refused(() => argvOf(packageOf(null), {})),
  NOTHING_TO_ROLL_BACK: () => saidBy(new NothingToRollBackError('0011223344556677')),
  OBSERVE_REFUSED: () => refused(() => within('/etc/hostname', ['/srv'])),
  OUTPUT_FAILED: () => outputFailed(DENIED),
  PARAMS_SCHEMA: () => refused(() => validateParams({ type: 'object', properties: { a: { minLength: -1 } } }, {})),
  PLACEHOLDER_EMPTY: () => refused(() => argvOf(packageOf({ kind: 'command', argv: ['ls', '{where}'] }), {})),
  POLICY_AMBIGUOUS: () => saidBy(new PolicyAmbiguousError('00', ['0011', '0022'])),
  POLICY_FORMAT: () => refused(() => openPolicy(new Uint8Array(3))),
  POLICY_NOT_KEPT: () => saidBy(new PolicyNotKeptError('/p/active.json', new Error('EACCES'))),
  POLICY_UNKNOWN: () => saidBy(new PolicyUnknownError('77', ['0011', '2233'])),
  PROMPT_INVALID: () =>
    saidBy(
      new PromptInvalidError({
        en: 'The prompt is empty. Say what the agent shall do.',
        zh: '提示词是空的。请说明要 agent 做什么。',
      }),
    ),
  RECORDER_REQUIRED: () => saidBy(new routing.RecorderRequiredError()),
  RECORD_FAILED: () => {
    const result = { environment: 'main', round_id: 7, run_dir: '/srv/runs/run_1', reply: '…' } as RoundResult;
    return saidBy(new RecordFailedError(result, DENIED));
  },
  RECORD_FILE: () => refused(() => readRecordFile('/srv/none.json')),
  ROUND_UNKNOWN: () => saidBy(new RoundUnknownError('main', 99, 12)),
  RUNTIME_CONFIG: () => refused(() => importChannels({} as Records, 'dsh', { env: {} })),
  RUNTIMES_CLOSED: () => saidBy(new routing.RuntimesClosedError()),
  RUN_DIRECTORY: () => saidBy(new RunDirectoryError('/srv/runs', DENIED)),
  SAMPLE_INVALID: async () => refused(async () => readSamples(await written('rows.jsonl', '{}\n'))),
  SCAFFOLD_REFUSED: () => refused(() => scaffoldKind('workflow-pyton')),
  SESSION_AMBIGUOUS: () => saidBy(new SessionAmbiguousError('ses_1', ['codex', 'claude'])),
  SESSION_DELETE_FAILED: () => saidBy(new SessionDeleteFailedError('ses_1', 'EXIT_CODE')),
  SESSION_UNKNOWN: () => saidBy(new SessionUnknownError('ses_1', 'codex')),
  SESSION_BUSY: () => saidBy(new routing.SessionBusyError('s-1', { invocationId: 'i-2', pid: 4711 })),
  SKILL_NOT_TRUSTABLE: async () => {
    const folder = await workspace();
    await symlink('/etc/hostname', join(folder, 'link'));
    return await refused(() => contentHash(folder));
  },
  SKILL_SCRIPT: () => {
    const catalog = { packages: [packageOf(null)] } as unknown as Catalog;
    const call = { tool: 'lint/none.py', input: null };
    return refused(() => callScript({} as ScriptBench, catalog, call, new AbortController().signal));
  },
  SKILL_UNKNOWN: () => saidBy(new SkillUnknownError('lint', ['notes', 'style'])),
  SKILL_UNTRUSTED: () => saidBy(new SkillUntrustedError('lint', 'changed')),
  STATE_CORRUPT: () => saidBy(new StateCorruptError('/srv/states/0011.json')),
  STATE_MISSING: () => refused(() => readState('/srv/states', '0'.repeat(64))),
  STATE_NOT_A_FILE: () => refused(() => stateFile('/', 'libsql://box/team')),
  STORE_BUSY: () => saidBy(new store.StoreBusyError(FILE, 10_000)),
  STORE_CORRUPT: () => saidBy(new store.StoreCorruptError(FILE, { en: 'it is damaged', zh: '它已损坏' })),
  STORE_FOREIGN: () => saidBy(new store.StoreForeignError(FILE)),
  STORE_FULL: () => saidBy(new store.StoreFullError(FILE)),
  STORE_IO: () => saidBy(new store.StoreIoError(FILE, { en: 'SQLITE_IOERR', zh: 'SQLITE_IOERR' })),
  STORE_MISSING: () => saidBy(new store.StoreMissingError(FILE)),
  STORE_NEWER: () => saidBy(new store.StoreNewerError(FILE, 9, 1)),
  STORE_ON_NETWORK: () => saidBy(new store.StoreOnNetworkError(FILE, { point: '/srv', type: 'nfs4' })),
  STORE_PATH: () => saidBy(new store.StorePathError(FILE, { en: 'it is a directory', zh: '它是一个目录' })),
  STORE_READ_ONLY: () => saidBy(new store.StoreReadOnlyError(FILE)),
  STRICT_SKILLS: () => {
    const finding = error(4, 'launch-missing', { en: 'nothing starts.', zh: '没有可以启动的东西。' });
    return saidBy(new StrictSkillsError([{ file: '/srv/skills/controller/lint/SKILL.md', ...finding }]));
  },
  SURFACE_UNSUPPORTED: () => saidBy(new routing.SurfaceUnsupportedError(ASKED, ['chat', 'task'])),
  TOOL_FAILED: () => saidBy(new ToolFailedError('exit code 3')),
  TRUST_FILE: () => saidBy(new TrustFileError('/srv/trusted-skills.json', DENIED)),
  UNKNOWN_COMMAND: () => {
    const program = new Command('environment-runtime');
    program.command('status');
    return saidBy(new UnknownCommandError('statsu', program));
  },
  USAGE: () => parserFault({ code: 'commander.unknownOption', message: "error: unknown option '--jsno'" }),
  WORKFLOW_UNUSABLE: () => refused(() => argvOf(packageOf({ kind: 'workflow', path: 'gone.py' }), {})),
  WORKING_DIRECTORY_GONE: () => saidBy(new WorkingDirectoryGoneError(null)),
  WORK_DIRECTORY: () => saidBy(new WorkDirectoryError('/srv/gone')),
};

async function refused(work: () => unknown): Promise<Said> {
  try {
    await work();
  } catch (cause) {
    return saidBy(cause);
  }
  throw new Error('it was accepted');
}

function packageOf(launch: PackageLaunch | null): Package {
  const known = { name: 'lint', kind: 'executor', dir: '/srv/skills/lint', launch, params_schema: null };
  return known as unknown as Package;
}

async function written(name: string, text: string): Promise<string> {
  const file = join(await workspace(), name);
  await writeFile(file, text);
  return file;
}

async function configured(text: string): Promise<Said> {
  const root = await workspace();
  await mkdir(join(root, 'configs'));
  await writeFile(join(root, 'configs', 'graph.yaml'), text);
  return await refused(() => loadConfig({ cwd: root, env: {} }));
}
