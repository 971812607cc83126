import type { ConversationEnvelope, ConversationState, StateCodec } from './conversation.js';
import type { RuntimeEvent } from './events.js';
import type { RuntimeFailure } from './failure.js';
import type { SessionOfInvocation } from './invocation.js';
import type { Beginning, Ledger } from './ledger.js';
import { SessionBusyError } from './router-errors.js';

export type SessionEvent = Extract<RuntimeEvent, { type: 'session' }>;

/** A longer id is refused. */
const LONGEST_ID = 1_000;

export interface BindingParts {
  readonly beginning: Beginning;
  readonly ledger: Ledger;
  readonly codec: StateCodec | null;
}

interface Bound {
  /** It was not known yet. */
  readonly isNews: boolean;
  /** Why the run may not go on; null where it may. */
  readonly refusal: RuntimeFailure | null;
}

/** Binds an invocation to the sessions its back-end reports, and to no others. */
export class Bindings {
  readonly #parts: BindingParts;
  #session: SessionOfInvocation | null = null;
  #turnId: string | null = null;
  #conversation: ConversationEnvelope | null = null;

  constructor(parts: BindingParts) {
    this.#parts = parts;
  }

  /** The one reported last. */
  get session(): SessionOfInvocation | null {
    return this.#session;
  }

  /** What is needed to continue it; null where it cannot be. */
  get conversation(): ConversationEnvelope | null {
    return this.#conversation;
  }

  /** Rejects where it cannot be stored. */
  async report(event: SessionEvent): Promise<Bound> {
    const { sessionId, turnId = null } = event;
    if (!isId(sessionId) || (turnId !== null && !isId(turnId))) {
      const message = `It reported an id that is empty, longer than ${LONGEST_ID} characters, begins with - or holds control characters.`;
      return { isNews: false, refusal: { code: 'SESSION_ID_INVALID', class: 'protocol', message } };
    }
    if (this.#session?.id === sessionId && (turnId === null || turnId === this.#turnId)) {
      return { isNews: false, refusal: null };
    }
    const { requestedSession, request } = this.#parts.beginning;
    const relation = sessionId === requestedSession ? 'continued' : 'created';
    const busy = await this.#store(event, relation);
    this.#session = { id: sessionId, relation };
    this.#turnId = turnId ?? this.#turnId;
    if (busy !== null) return refused('SESSION_BUSY', busy.message);
    if (relation === 'continued' || request.continuationPolicy !== 'resume-required')
      return { isNews: true, refusal: null };
    return refused(
      'SESSION_NOT_CONTINUED',
      `It was to continue the session ${requestedSession} and began ${sessionId} instead.`,
    );
  }

  async #store(event: SessionEvent, relation: SessionOfInvocation['relation']): Promise<SessionBusyError | null> {
    const { beginning, ledger, codec } = this.#parts;
    const { agentId, channelId, runtimeId, workDir } = beginning.request;
    const { sessionId, turnId = null, state } = event;
    const conversation = envelopeOf(codec, { ...state, sessionId, workDir });
    this.#conversation = conversation;
    const invocationId = beginning.id;
    const at = new Date();
    try {
      await ledger.bind({
        invocationId,
        runtimeId,
        channelId,
        agentId,
        workDir,
        sessionId,
        turnId,
        relation,
        conversation,
        at,
      });
      return null;
    } catch (error) {
      if (error instanceof SessionBusyError) return error;
      throw error;
    }
  }
}

/** An id stands on command lines, where one that begins with `-` would be a switch of the back-end, and in what people read. */
function isId(text: string): boolean {
  return text !== '' && text.length <= LONGEST_ID && !text.startsWith('-') && !/\p{Cc}/u.test(text);
}

function refused(code: string, message: string): Bound {
  return { isNews: true, refusal: { code, class: 'conversation', message } };
}

/** Null where the session cannot be continued: nothing can be read back, or what is needed was not reported. */
function envelopeOf(codec: StateCodec | null, state: ConversationState): ConversationEnvelope | null {
  try {
    return codec?.encode(state) ?? null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
