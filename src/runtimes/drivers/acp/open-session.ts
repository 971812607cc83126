import type { Permissions } from '../../channel.js';
import { SESSION_NOT_FOUND } from '../../command-line/fresh-if-stale.js';
import type { RuntimeEvent } from '../../events.js';
import type { RuntimeFailure } from '../../failure.js';
import type { ContinuationPolicy } from '../../request.js';
import { at, numberAt, textAt } from '../json-fields.js';
import { acpFailure, wantsLogin } from './error.js';
import { settingsFor } from './session-options.js';

/** Calls a method of an agent. Null: it is gone and will not answer. Never rejects. */
export type Agent = (method: string, params: unknown) => Promise<{ result: unknown } | { error: unknown } | null>;

export interface SessionWanted {
  readonly workDir: string;
  readonly policy: ContinuationPolicy;
  /** The session to continue; null for a new one. */
  readonly sessionId: string | null;
  readonly permissions: Permissions;
  readonly model: string | null;
  readonly reasoningEffort: string | null;
}

/** A session may be there and yet not be what was wanted. Without one, a failure says why, or the agent is gone: its exit tells more. */
export interface Opened {
  readonly sessionId: string | null;
  readonly failure: RuntimeFailure | null;
  readonly events: readonly RuntimeEvent[];
}

const PROTOCOL_VERSION = 1;
/** Files and terminals are the agent's own business: it runs where we run. */
const CLIENT = {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  clientInfo: { name: 'environment-runtime', title: 'Environment Runtime', version: '1' },
};

interface Found {
  readonly sessionId: string;
  readonly opened: unknown;
}

/** Shakes hands with an agent, opens the session that is wanted, and sets what the channel and the request ask for. Never rejects. */
export async function openSession(agent: Agent, wanted: SessionWanted): Promise<Opened> {
  const events: RuntimeEvent[] = [];
  const without = (failure: RuntimeFailure | null): Opened => ({ sessionId: null, failure, events });
  const capabilities = await shakeHands(agent);
  if (capabilities === null || isFailure(capabilities)) return without(capabilities);
  const continued = await continueSession(agent, wanted, capabilities, events);
  const session = continued === 'none' ? await newSession(agent, wanted) : continued;
  if (session === null || isFailure(session)) return without(session);
  const { sessionId, opened } = session;
  return { sessionId, failure: await applySettings(agent, sessionId, opened, wanted), events };
}

async function shakeHands(agent: Agent): Promise<RuntimeFailure | { readonly loads: unknown } | null> {
  const hello = await agent('initialize', CLIENT);
  if (hello === null) return null;
  if ('error' in hello) return { ...acpFailure(hello.error), code: 'HANDSHAKE_FAILED', class: 'protocol' };
  const version = numberAt(hello.result, 'protocolVersion');
  if (version === PROTOCOL_VERSION) return { loads: at(hello.result, 'agentCapabilities') };
  const message = `the agent speaks version ${version} of the protocol, not ${PROTOCOL_VERSION}`;
  return failure('PROTOCOL_VERSION', 'unsupported', message);
}

/** `none`: nothing is continued, a new session is to be made. */
async function continueSession(
  agent: Agent,
  wanted: SessionWanted,
  { loads }: { readonly loads: unknown },
  events: RuntimeEvent[],
): Promise<Found | RuntimeFailure | null | 'none'> {
  const { sessionId, policy } = wanted;
  if (sessionId === null || policy === 'fresh') return 'none';
  const cannot = (code: string, message: string): RuntimeFailure | 'none' => {
    if (policy === 'resume-required') return failure(code, 'conversation', message);
    events.push({ type: 'status', status: 'session_not_found', detail: message });
    return 'none';
  };
  const method = continuingMethod(loads);
  if (method === null) return cannot('RESUME_UNSUPPORTED', 'this agent does not load sessions');
  const answer = await agent(method, { sessionId, cwd: wanted.workDir, mcpServers: [] });
  if (answer === null) return null;
  if ('result' in answer) return { sessionId, opened: answer.result };
  const error = acpFailure(answer.error);
  if (wantsLogin(answer.error)) return error;
  return cannot(SESSION_NOT_FOUND, `the agent did not load session ${sessionId}: ${error.message}`);
}

function continuingMethod(capabilities: unknown): 'session/load' | 'session/resume' | null {
  if (at(capabilities, 'loadSession') === true) return 'session/load';
  return at(capabilities, 'sessionCapabilities', 'resume') === undefined ? null : 'session/resume';
}

async function newSession(agent: Agent, wanted: SessionWanted): Promise<Found | RuntimeFailure | null> {
  const answer = await agent('session/new', { cwd: wanted.workDir, mcpServers: [] });
  if (answer === null) return null;
  if ('error' in answer) return acpFailure(answer.error);
  const sessionId = textAt(answer.result, 'sessionId');
  if (sessionId !== null) return { sessionId, opened: answer.result };
  return failure('NO_SESSION_ID', 'protocol', 'the agent opened a session without an id');
}

async function applySettings(
  agent: Agent,
  sessionId: string,
  opened: unknown,
  wanted: SessionWanted,
): Promise<RuntimeFailure | null> {
  const settings = settingsFor(sessionId, opened, wanted);
  if (isFailure(settings)) return settings;
  for (const { method, params } of settings) {
    const answer = await agent(method, params);
    if (answer === null || 'result' in answer) continue;
    const { message } = acpFailure(answer.error);
    return failure('SETTING_REFUSED', 'config', `${method} ${JSON.stringify(params)}: ${message}`);
  }
  return null;
}

function isFailure(value: object): value is RuntimeFailure {
  return 'code' in value;
}

function failure(code: string, failureClass: RuntimeFailure['class'], message: string): RuntimeFailure {
  return { code, class: failureClass, message };
}
