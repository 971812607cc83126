import { isAbsolute, resolve } from 'node:path';
import type { Permissions } from '../../channel.js';
import type { ApprovalRequest } from '../../driver.js';
import { at, listAt, textAt } from '../json-fields.js';

/** What a `session/request_permission` asks for. */
export interface Asked {
  readonly request: ApprovalRequest;
  /** The agent's word for what sort of tool it is: read, edit, delete, move, search, execute, think, fetch, other. */
  readonly kind: string;
  readonly allow: string | null;
  readonly reject: string | null;
}

const HARMLESS = new Set(['read', 'search', 'think']);
const WRITING = new Set(['edit', 'delete', 'move']);

export function readPermissionRequest(requestId: string, params: unknown, workDir: string): Asked {
  const call = at(params, 'toolCall');
  const input = at(call, 'rawInput') ?? null;
  const kind = textAt(call, 'kind') ?? 'other';
  const options = listAt(params, 'options');
  const chosen = (...kinds: readonly string[]): string | null => {
    for (const wanted of kinds) {
      const option = options.find((one) => at(one, 'kind') === wanted);
      const id = textAt(option, 'optionId');
      if (id !== null) return id;
    }
    return null;
  };
  return {
    request: {
      requestId,
      tool:
        textAt(call, '_meta', 'claudeCode', 'toolName') ??
        textAt(call, '_meta', 'toolName') ??
        textAt(call, 'name') ??
        (kind === 'other' ? (textAt(call, 'title') ?? kind) : kind),
      argv: commandOf(input) ?? (kind === 'execute' ? textAt(call, 'title') : null),
      cwd: textAt(input, 'cwd') ?? (kind === 'execute' ? workDir : null),
      writes: WRITING.has(kind) ? filesOf(call, input, workDir) : [],
      input: { title: textAt(call, 'title'), rawInput: input },
    },
    kind,
    // Only ever for this once: what is allowed for good is decided here, not by the agent.
    allow: chosen('allow_once', 'allow_always'),
    reject: chosen('reject_once', 'reject_always'),
  };
}

/** What the channel's permissions decide by themselves: `ask` leaves it to its approval rules. */
export function decidedBy(permissions: Permissions, kind: string): 'allow' | 'deny' | 'ask' {
  if (permissions === 'full') return 'allow';
  if (HARMLESS.has(kind)) return 'allow';
  return permissions === 'read-only' ? 'deny' : 'ask';
}

/** The answer to the agent. Without an option of that sort, the request counts as cancelled: nothing is done. */
export function answerOf(asked: Asked, approved: boolean): { outcome: { outcome: string; optionId?: string } } {
  const optionId = approved ? asked.allow : asked.reject;
  return { outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } };
}

function commandOf(input: unknown): readonly string[] | string | null {
  const command = at(input, 'command');
  if (typeof command === 'string') return command;
  if (Array.isArray(command) && command.every((part) => typeof part === 'string')) return command;
  return null;
}

function filesOf(call: unknown, input: unknown, workDir: string): readonly string[] {
  const named = [
    ...listAt(call, 'locations').map((location) => textAt(location, 'path')),
    ...listAt(call, 'content').map((block) => (at(block, 'type') === 'diff' ? textAt(block, 'path') : null)),
    textAt(input, 'path'),
    textAt(input, 'file_path'),
    textAt(input, 'filePath'),
  ].filter((path) => path !== null);
  return [...new Set(named.map((path) => (isAbsolute(path) ? path : resolve(workDir, path))))];
}
