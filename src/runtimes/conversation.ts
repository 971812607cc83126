import type { RuntimeId } from './catalog.js';

/** What is needed to continue a back-end's session: opaque to all but that runtime's codec. */
export interface ConversationEnvelope {
  readonly runtimeId: RuntimeId;
  readonly codecVersion: 'v1';
  readonly payload: unknown;
}

/** What every runtime's payload holds; more where the back-end needs more. */
export interface ConversationState {
  readonly sessionId: string;
  readonly workDir: string;
  readonly [more: string]: string;
}

/** Copies deeply in every direction. A field of the wrong type rejects the whole payload. */
export interface StateCodec {
  readonly runtimeId: RuntimeId;
  readonly codecVersion: 'v1';
  /** Of anything that was stored; null where it is no conversation of this runtime. Never throws. */
  restore(stored: unknown): ConversationEnvelope | null;
  clone(envelope: ConversationEnvelope): ConversationEnvelope | null;
  decode(envelope: ConversationEnvelope): ConversationState | null;
  encode(state: ConversationState): ConversationEnvelope;
}

/** A session id beyond this many characters is refused. */
const LONGEST_ID = 1_000;

/** The codec of a runtime whose sessions are continued by texts alone. `fields`: what it needs besides the session id and the folder. */
export function textCodec(runtimeId: RuntimeId, fields: readonly string[] = []): StateCodec {
  const names = ['sessionId', 'workDir', ...fields];
  const stateOf = (payload: unknown): ConversationState | null => {
    if (typeof payload !== 'object' || payload === null) return null;
    const given = payload as Record<string, unknown>;
    const state: Record<string, string> = {};
    for (const name of names) {
      const value = given[name];
      if (typeof value !== 'string' || value === '') return null;
      state[name] = value;
    }
    const { sessionId = '', workDir = '' } = state;
    return sessionId.length > LONGEST_ID ? null : { ...state, sessionId, workDir };
  };
  const encode = (state: ConversationState): ConversationEnvelope => {
    const payload = stateOf(state);
    if (payload === null) throw new TypeError(`not a conversation state of ${runtimeId}`);
    return { runtimeId, codecVersion: 'v1', payload };
  };
  const restore = (stored: unknown): ConversationEnvelope | null => {
    if (typeof stored !== 'object' || stored === null) return null;
    const envelope = stored as Partial<ConversationEnvelope>;
    if (envelope.runtimeId !== runtimeId || envelope.codecVersion !== 'v1') return null;
    const state = stateOf(envelope.payload);
    return state === null ? null : encode(state);
  };
  return {
    runtimeId,
    codecVersion: 'v1',
    restore,
    clone: restore,
    decode: (one) => stateOf(restore(one)?.payload),
    encode,
  };
}
