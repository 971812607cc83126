import type { RuntimeId } from '../../catalog.js';
import type { ChannelField } from '../../channel.js';
import { executableMissing, findExecutable, findProgram } from '../../command-line/find-executable.js';
import type { DriverCall } from '../../driver.js';
import type { RuntimeFailure } from '../../failure.js';

/** What is different from one agent to the next that speaks the protocol: data. */
export interface AcpPreset {
  readonly runtimeId: RuntimeId;
  /** The channel fields that it has a switch for, besides those that every agent has. */
  readonly channelFields: readonly ChannelField[];
  /** After the program. Null: the channel's `command` is all of it. */
  readonly args: ((call: DriverCall) => readonly string[]) | null;
  /** Variables of the child; null removes one. */
  env(call: DriverCall): Readonly<Record<string, string | null>>;
  /** Whether a session can be continued by another process of it. Where it can, what the agent says of itself when it starts decides. */
  readonly continues: boolean;
  /** Where the model is chosen: by a switch of `args`, or in the session. */
  readonly model: 'switch' | 'session';
}

/** Any program that speaks the protocol. */
export const GENERIC: AcpPreset = {
  runtimeId: 'acp',
  channelFields: ['command'],
  args: null,
  env: () => ({}),
  continues: true,
  model: 'session',
};

export const GEMINI: AcpPreset = {
  runtimeId: 'gemini',
  channelFields: ['baseUrl', 'apiKeyField', 'httpHeaders', 'stateDir'],
  args: ({ model }) => ['--acp', ...(model === null ? [] : ['-m', model])],
  env: ({ channel }) => ({
    // It starts itself a second time otherwise, and a folder that nobody has trusted keeps its modes from it.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    ...(channel.apiKey === null ? {} : { GEMINI_API_KEY: channel.apiKey }),
    ...(channel.baseUrl === undefined ? {} : { GOOGLE_GEMINI_BASE_URL: channel.baseUrl }),
    ...(channel.httpHeaders === undefined ? {} : { GEMINI_CLI_CUSTOM_HEADERS: headerList(channel.httpHeaders) }),
    ...(channel.stateDir === undefined ? {} : { GEMINI_CLI_HOME: channel.stateDir }),
  }),
  // 0.61.0 says that it loads sessions, and finds none that another process of it has made.
  continues: false,
  model: 'switch',
};

export const QWEN: AcpPreset = {
  runtimeId: 'qwen',
  channelFields: ['baseUrl', 'apiKeyField', 'stateDir'],
  args: ({ channel, model }) => [
    '--acp',
    ...(channel.apiKey === null && channel.baseUrl === undefined ? [] : ['--auth-type', 'openai']),
    ...(model === null ? [] : ['--model', model]),
  ],
  env: ({ channel }) => ({
    ...(channel.apiKey === null ? {} : { OPENAI_API_KEY: channel.apiKey }),
    ...(channel.baseUrl === undefined ? {} : { OPENAI_BASE_URL: channel.baseUrl }),
    ...(channel.stateDir === undefined ? {} : { HOME: channel.stateDir }),
  }),
  continues: true,
  model: 'switch',
};

/** The command line of an agent, or why there is none. */
export function commandOf(preset: AcpPreset, call: DriverCall): readonly string[] | RuntimeFailure {
  if (preset.args !== null) {
    const program = findExecutable(preset.runtimeId, call.env);
    return program === null ? executableMissing(preset.runtimeId, call.env) : [program, ...preset.args(call)];
  }
  const [name = '', ...args] = call.channel.command ?? [];
  const program = findProgram(name, call.env);
  if (program !== null) return [program, ...args];
  const message = `the agent of channel ${call.channel.id} cannot be started: no executable file '${name}'`;
  return { code: 'EXECUTABLE_NOT_FOUND', class: 'launch', message };
}

function headerList(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}
