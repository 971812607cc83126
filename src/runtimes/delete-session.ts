import { ProductError } from '../errors/product-error.js';
import { writerOf } from '../store/invocations.js';
import { removeSession, type StoredSession, sessionsNamed } from '../store/sessions.js';
import { RUNTIME_IDS, type RuntimeId } from './catalog.js';
import type { ConversationEnvelope } from './conversation.js';
import { SessionUnknownError } from './find-conversation.js';
import { resolveChannel } from './records/resolve-channel.js';
import type { RuntimesRoom } from './room.js';
import { SessionBusyError } from './router-errors.js';

/** The back-end did not delete its session; it is still on record here. */
export class SessionDeleteFailedError extends ProductError {
  override readonly code = 'SESSION_DELETE_FAILED';
  constructor(id: string, reason: string) {
    super({
      en: `The session ${id} was not deleted, and stays on record: ${reason}`,
      zh: `会话 ${id} 没有被删除，记录仍保留：${reason}`,
    });
  }
}

/** Two back-ends have a session of that id. */
export class SessionAmbiguousError extends ProductError {
  override readonly code = 'SESSION_AMBIGUOUS';
  override readonly exitCode = 2 as const;
  constructor(id: string, runtimes: readonly string[]) {
    const list = runtimes.join(', ');
    super({
      en: `Several runtimes have a session ${id}: ${list}. Say which one with --runtime.`,
      zh: `多个运行时都有会话 ${id}：${list}。请用 --runtime 指明。`,
    });
  }
}

export interface DeletedSession {
  readonly runtime_id: string;
  readonly session_id: string;
  /** `kept`: the back-end has no way to delete it. */
  readonly back_end: 'deleted' | 'kept';
}

const LIMITS = { wallMs: 60_000, idleMs: 60_000 };

/**
 * Deletes a session, in its back-end first where that is declared, as an invocation of the surface `cleanup`. Throws
 * SessionUnknownError, SessionAmbiguousError, SessionBusyError, SessionDeleteFailedError; then nothing is forgotten.
 */
export async function deleteSession(
  { records, runtimes }: RuntimesRoom,
  id: string,
  runtime: string | undefined,
  { env, signal }: { readonly env: NodeJS.ProcessEnv; readonly signal?: AbortSignal },
): Promise<DeletedSession> {
  const { store } = records;
  const session = theOne(await store.read((tx) => sessionsNamed(tx, id)), id, runtime);
  const runtimeId = session.runtime_id as RuntimeId;
  const named = { runtime_id: runtimeId, session_id: id };
  const driver = await runtimes.registry.driver(runtimeId);
  if (driver?.surfaces.cleanup === undefined || session.conversation === null) {
    await store.write(async (tx) => {
      const writer = await writerOf(tx, runtimeId, id);
      if (writer !== null) throw new SessionBusyError(id, { invocationId: writer.id, pid: writer.pid });
      await removeSession(tx, runtimeId, id);
    });
    return { ...named, back_end: 'kept' };
  }
  const invocation = await runtimes.invoke({
    request: {
      agentId: session.agent_id,
      channelId: session.channel_id,
      runtimeId,
      surface: 'cleanup',
      executionMode: 'oneshot',
      continuationPolicy: 'resume-required',
      runtimeConversation: JSON.parse(session.conversation) as ConversationEnvelope,
      prompt: '',
      workDir: session.work_dir,
      limits: LIMITS,
      ...(signal === undefined ? {} : { signal }),
      invocation: { surface: 'cleanup' },
    },
    channel: await resolveChannel(records, session.channel_id, env),
    agentRevision: null,
    env,
  });
  const { status, error } = await invocation.result;
  await invocation.gone;
  if (status !== 'completed') throw new SessionDeleteFailedError(id, error?.message ?? status);
  return { ...named, back_end: 'deleted' };
}

function theOne(found: StoredSession[], id: string, runtime: string | undefined): StoredSession {
  const meant = runtime === undefined ? found : found.filter(({ runtime_id }) => runtime_id === runtime);
  const [only, ...others] = meant;
  if (only === undefined) throw new SessionUnknownError(id, runtime ?? RUNTIME_IDS.join(', '));
  if (others.length > 0) {
    throw new SessionAmbiguousError(
      id,
      meant.map(({ runtime_id }) => runtime_id),
    );
  }
  return only;
}
