import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Permissions } from '../../channel.js';
import type { DriverCall, SessionTarget } from '../../driver.js';

/** Retries of a model call, which take minutes at the default of 10. */
const RETRIES = '2';
const WRITING_TOOLS = 'Bash,Edit,MultiEdit,Write,NotebookEdit';

/** Variables that a channel means to Claude. Keys and headers go this way, never through an argument. */
export function claudeVariables(channel: (DriverCall | SessionTarget)['channel']): Record<string, string> {
  const headers = {
    ...channel.httpHeaders,
    ...channel.requestOverrides?.headers,
    ...(channel.customUserAgent === undefined ? {} : { 'User-Agent': channel.customUserAgent }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_MAX_RETRIES: RETRIES,
    ...(channel.baseUrl === undefined ? {} : { ANTHROPIC_BASE_URL: channel.baseUrl }),
    ...(lines.length === 0 ? {} : { ANTHROPIC_CUSTOM_HEADERS: lines.join('\n') }),
    ...(channel.stateDir === undefined ? {} : { CLAUDE_CONFIG_DIR: channel.stateDir }),
    ...channel.environment,
  };
}

/** Arguments of `claude` that a one-shot run and a session have in common. Writes the instructions into the scratch folder. */
export function claudeArguments(call: DriverCall, sessionId: string | null): string[] {
  const { channel, developerInstructions } = call;
  const effort = call.reasoningEffort ?? channel.modelReasoningEffort;
  return [
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-partial-messages',
    ...permissionArguments(channel.permissions ?? 'workspace-write', asks(call)),
    ...(call.model === null ? [] : ['--model', call.model]),
    ...(effort === undefined ? [] : ['--effort', effort]),
    ...(sessionId === null ? [] : ['--resume', sessionId]),
    ...(developerInstructions === null
      ? []
      : ['--append-system-prompt-file', instructionsFile(call, developerInstructions)]),
  ];
}

/** Whether something may be asked for, so that the interactive protocol is needed. */
export function asks(call: Pick<DriverCall, 'channel'>): boolean {
  return (call.channel.approvals?.policy ?? 'deny') !== 'deny';
}

/** Where something may be asked for, everything is: what is approved may then do what it was approved for. */
function permissionArguments(permissions: Permissions, asking: boolean): string[] {
  if (permissions === 'read-only') return ['--permission-mode', 'default', `--disallowedTools=${WRITING_TOOLS}`];
  if (asking) return ['--permission-mode', 'default'];
  return permissions === 'full' ? ['--dangerously-skip-permissions'] : ['--permission-mode', 'acceptEdits'];
}

function instructionsFile(call: DriverCall, instructions: string): string {
  const path = join(call.scratchDir, 'instructions.md');
  writeFileSync(path, instructions, { mode: 0o600 });
  return path;
}
