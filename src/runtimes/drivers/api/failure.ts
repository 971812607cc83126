import type { ModelFailedError, ModelFailureKind } from '../../../models/failure.js';
import type { FailureClass, RuntimeFailure } from '../../failure.js';

const SAID: Readonly<Record<ModelFailureKind, readonly [code: string, FailureClass]>> = {
  auth: ['AUTH', 'back-end'],
  rate_limit: ['RATE_LIMIT', 'back-end'],
  quota: ['QUOTA', 'back-end'],
  context: ['CONTEXT_WINDOW_EXCEEDED', 'back-end'],
  server: ['SERVER', 'back-end'],
  malformed: ['NOT_THE_FORMAT', 'protocol'],
  network: ['TRANSPORT', 'back-end'],
  timeout: ['TIMEOUT', 'timed_out'],
  cancelled: ['CANCELLED', 'cancelled'],
  refused: ['BAD_REQUEST', 'back-end'],
};

/** A failed model call as a failure of the run. */
export function failureOf(error: ModelFailedError): RuntimeFailure {
  const [code, failureClass] = SAID[error.kind];
  return { code: error.status === 404 ? 'MODEL_NOT_FOUND' : code, class: failureClass, message: error.message };
}

const UNFINISHED: Readonly<Record<string, readonly [code: string, message: string]>> = {
  length: ['OUTPUT_LIMIT', 'the answer was cut off at its token limit'],
  'content-filter': ['REFUSED', 'the provider withheld the answer'],
  'tool-calls': ['UNEXPECTED_TOOL_CALL', 'the model called a tool, and none was offered'],
  error: ['BACKEND_ERROR', 'the provider ended the answer with an error'],
};

/** An answer that came, and is not the whole of one; null where it is. */
export function unfinished(finishReason: string): RuntimeFailure | null {
  const said = UNFINISHED[finishReason];
  return said === undefined ? null : { code: said[0], class: 'back-end', message: said[1] };
}
