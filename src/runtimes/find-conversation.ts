import { ProductError } from '../errors/product-error.js';
import type { Store } from '../store/open.js';
import { bindingsOf, findSession, type StoredSession } from '../store/sessions.js';
import type { RuntimeId } from './catalog.js';
import type { ConversationEnvelope } from './conversation.js';

/** Neither a session of that runtime nor an invocation that reported one. Nothing was started. */
export class SessionUnknownError extends ProductError {
  override readonly code = 'SESSION_UNKNOWN';
  override readonly exitCode = 2 as const;

  constructor(named: string, runtimeId: string) {
    const shown = named.slice(0, 80);
    super({
      en: `There is no session or invocation '${shown}' of ${runtimeId} that could be continued. \`environment-runtime sessions list\` shows those there are.`,
      zh: `没有可以接续的 ${runtimeId} 会话或调用 '${shown}'。\`environment-runtime sessions list\` 会列出现有的会话。`,
    });
  }
}

/**
 * What is stored of a session, named by its own id or by an invocation that reported it (the last one it reported). A session of
 * another runtime is found too: the router says whose it is. Throws SessionUnknownError.
 */
export async function findConversation(
  store: Store,
  runtimeId: RuntimeId,
  named: string,
): Promise<ConversationEnvelope> {
  const session = await store.read(async (tx): Promise<StoredSession | null> => {
    const own = await findSession(tx, runtimeId, named);
    if (own !== null) return own;
    const last = (await bindingsOf(tx, named)).at(-1)?.session_id ?? named;
    const found = await tx
      .selectFrom('sessions')
      .selectAll()
      .where('session_id', '=', last)
      .orderBy('used_at', 'desc')
      .executeTakeFirst();
    return found ?? null;
  });
  if (session === null || session.conversation === null) throw new SessionUnknownError(named, runtimeId);
  return JSON.parse(session.conversation) as ConversationEnvelope;
}
