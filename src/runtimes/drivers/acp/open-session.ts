import type { Permissions } from '../../channel.js';
import type { RuntimeEvent } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import type { ContinuationPolicy } from '../../request.js';
import { at, numberAt, textAt } from '../json-fields.js';
import type { Answer, Connection } from './connection.js';
import { acpFailure, wantsLogin } from './error.js';
import { settingsFor } from './session-options.js';

export interface SessionWanted {
  readonly workDir: string;
  readonly policy: ContinuationPolicy;
  /** The session to continue; null for a new one. */
  readonly sessionId: string | null;
  readonly permissions: Permissions;
  readonly model: string | null;
  readonly reasoningEffort: string | null;
}

export type Opened =
  | { readonly sessionId: string }
  | { readonly failure: RuntimeFailure }
  /** The agent is gone: its exit tells more. */
  | { readonly gone: true };

const PROTOCOL_VERSION = 1;
/** Files and terminals are the agent's own business: it runs where we run. */
const CLIENT = {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  clientInfo: { name: 'environment-runtime', title: 'Environment Runtime', version: '1' },
};

/**
 * Shakes hands with an agent, opens the session that is wanted, and sets what the channel and the request ask for. Never rejects.
 * `emit`: what happens meanwhile, the session's id as soon as the agent has named it.
 */
export async function openSession(
  connection: Connection,
  wanted: SessionWanted,
  emit: (event: RuntimeEvent) => void,
): Promise<Opened> {
  const hello = await connection.call('initialize', CLIENT);
  if (hello.kind === 'closed') return { gone: true };
  if (hello.kind === 'error') return handshakeFailed(hello.error);
  const version = numberAt(hello.result, 'protocolVersion');
  if (version !== PROTOCOL_VERSION) {
    const message = `the agent speaks version ${version} of the protocol, not ${PROTOCOL_VERSION}`;
    return refused('PROTOCOL_VERSION', 'unsupported', message);
  }
  const found = await continued(connection, wanted, at(hello.result, 'agentCapabilities'), emit);
  if (found !== null && !('opened' in found)) return found;
  const { sessionId, opened } = found ?? (await created(connection, wanted));
  if (sessionId === null) return opened;
  emit({ type: 'session', sessionId });
  const settings = settingsFor(sessionId, opened, wanted);
  if ('code' in settings) return { failure: settings };
  for (const { method, params } of settings) {
    const answer = await connection.call(method, params);
    if (answer.kind === 'closed') return { gone: true };
    if (answer.kind === 'error') {
      const { message } = acpFailure(answer.error);
      return refused('SETTING_REFUSED', 'config', `${method} ${JSON.stringify(params)}: ${message}`);
    }
  }
  return { sessionId };
}

/** Null: nothing is continued, a new session is made. */
async function continued(
  connection: Connection,
  wanted: SessionWanted,
  capabilities: unknown,
  emit: (event: RuntimeEvent) => void,
): Promise<{ sessionId: string; opened: unknown } | Exclude<Opened, { sessionId: string }> | null> {
  const { sessionId, policy } = wanted;
  if (sessionId === null || policy === 'fresh') return null;
  const why = (code: string, message: string) => {
    if (policy === 'resume-required') return refused(code, 'conversation', message);
    emit({ type: 'status', status: 'new_session', detail: message });
    return null;
  };
  const method = continuingMethod(capabilities);
  if (method === null) return why('RESUME_UNSUPPORTED', 'this agent does not load sessions');
  const answer = await connection.call(method, { sessionId, cwd: wanted.workDir, mcpServers: [] });
  if (answer.kind === 'closed') return { gone: true };
  if (answer.kind === 'result') return { sessionId, opened: answer.result };
  if (wantsLogin(answer.error)) return { failure: acpFailure(answer.error) };
  return why(
    'CONVERSATION_NOT_FOUND',
    `the agent did not load session ${sessionId}: ${acpFailure(answer.error).message}`,
  );
}

function continuingMethod(capabilities: unknown): 'session/load' | 'session/resume' | null {
  if (at(capabilities, 'loadSession') === true) return 'session/load';
  return at(capabilities, 'sessionCapabilities', 'resume') === undefined ? null : 'session/resume';
}

async function created(
  connection: Connection,
  wanted: SessionWanted,
): Promise<
  { sessionId: string; opened: unknown } | { sessionId: null; opened: Exclude<Opened, { sessionId: string }> }
> {
  const answer: Answer = await connection.call('session/new', { cwd: wanted.workDir, mcpServers: [] });
  if (answer.kind === 'closed') return { sessionId: null, opened: { gone: true } };
  if (answer.kind === 'error') return { sessionId: null, opened: { failure: acpFailure(answer.error) } };
  const sessionId = textAt(answer.result, 'sessionId');
  if (sessionId !== null) return { sessionId, opened: answer.result };
  return { sessionId: null, opened: refused('NO_SESSION_ID', 'protocol', 'the agent opened a session without an id') };
}

function handshakeFailed(error: unknown): { failure: RuntimeFailure } {
  return { failure: { ...acpFailure(error), code: 'HANDSHAKE_FAILED', class: 'protocol' } };
}

function refused(code: string, failureClass: RuntimeFailure['class'], message: string): { failure: RuntimeFailure } {
  return { failure: { code, class: failureClass, message } };
}
