/** Who or what failed; reported apart, because what to do differs. */
export const FAILURE_CLASSES = [
  'config',
  'unsupported',
  'conversation',
  'launch',
  'protocol',
  'back-end',
  'cancelled',
  'timed_out',
  'stop_failed',
  'recording',
  'cleanup',
  'shutdown',
] as const;
export type FailureClass = (typeof FAILURE_CLASSES)[number];

/** Why an invocation did not succeed, as it is stored and printed. `message` is redacted and at most 4,000 characters where it is stored. */
export interface RuntimeFailure {
  /** Stable, upper case with underscores: AUTH, RATE_LIMIT, EXIT_CODE, NO_SUCCESS_EVENT, … */
  readonly code: string;
  readonly class: FailureClass;
  readonly message: string;
  /** The call may have had effects and nobody knows which: never repeated by itself. */
  readonly outcome?: 'unknown';
}
