import type { ConversationEnvelope, ConversationState } from './conversation.js';
import type { RuntimeDriver } from './driver.js';
import type { Ledger } from './ledger.js';
import type { Registry } from './registry.js';
import type { RuntimeRequest } from './request.js';
import {
  CodecRequiredError,
  CombinationUnsupportedError,
  ConversationInvalidError,
  ConversationOwnerMismatchError,
  ConversationRequiredError,
  DriverNotRegisteredError,
  RecorderRequiredError,
  SurfaceUnsupportedError,
} from './router-errors.js';

export type RoutedRequest = Omit<RuntimeRequest, 'prompt' | 'signal'>;

export interface Route {
  readonly ledger: Ledger;
  readonly driver: RuntimeDriver;
  /** The session to continue; null for a new one. */
  readonly conversation: ConversationState | null;
}

/**
 * The checks before anything is stored, in their order, each with an error of its own: nothing is replaced, nothing else is tried.
 * The two that follow, that no other invocation writes the session and that this one is stored, are one transaction of the ledger.
 */
export async function route(
  { ledger, registry }: { readonly ledger: Ledger | null; readonly registry: Registry },
  request: RoutedRequest,
): Promise<Route> {
  if (ledger === null) throw new RecorderRequiredError();
  const driver = await registry.driver(request.runtimeId);
  if (driver === null) throw new DriverNotRegisteredError(request.runtimeId);
  checkSupport(driver, request);
  const { continuationPolicy, runtimeConversation, runtimeId } = request;
  if (continuationPolicy === 'resume-required' && runtimeConversation === undefined) {
    throw new ConversationRequiredError();
  }
  if (continuationPolicy !== 'fresh' && driver.codec === undefined) throw new CodecRequiredError(runtimeId);
  if (runtimeConversation !== undefined && runtimeConversation.runtimeId !== runtimeId) {
    throw new ConversationOwnerMismatchError(runtimeId, runtimeConversation.runtimeId);
  }
  const isFresh = continuationPolicy === 'fresh' || runtimeConversation === undefined;
  return { ledger, driver, conversation: isFresh ? null : copied(driver, runtimeConversation) };
}

function checkSupport(driver: RuntimeDriver, request: RoutedRequest): void {
  const modes = driver.surfaces[request.surface];
  if (modes === undefined) throw new SurfaceUnsupportedError(request, Object.keys(driver.surfaces));
  if (modes[request.executionMode]?.includes(request.continuationPolicy)) return;
  const supported = Object.entries(modes).map(([mode, policies]) => `${mode} (${policies.join(', ')})`);
  throw new CombinationUnsupportedError(request, supported);
}

function copied(driver: RuntimeDriver, envelope: ConversationEnvelope): ConversationState {
  const copy = driver.codec?.clone(envelope) ?? null;
  const state = copy === null ? null : (driver.codec?.decode(copy) ?? null);
  if (state === null) throw new ConversationInvalidError(driver.runtimeId);
  return state;
}
