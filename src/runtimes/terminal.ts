import type { RunExit, StopReason } from './driver.js';
import type { TerminalEvent } from './events.js';
import type { RuntimeFailure } from './failure.js';

export type InvocationStatus = 'pending' | 'completed' | 'failed' | 'cancelled' | 'timed_out';
export type EndStatus = Exclude<InvocationStatus, 'pending'>;

/** What is known of how an invocation ends. Within one step the order here is the order of precedence. */
export type Fact =
  /** Something of it could not be written down. */
  | { readonly kind: 'recording_failed'; readonly message: string }
  /** It was asked to stop. A second asking is no new fact. */
  | { readonly kind: 'interrupted'; readonly reason: Exclude<StopReason, 'recording_failed'> }
  /** What the back-end itself said. */
  | { readonly kind: 'terminal'; readonly event: TerminalEvent }
  | { readonly kind: 'exit'; readonly exit: RunExit };

/** A fact with the step of the record it belongs to. */
export type RecordedFact = Fact & { readonly step: number };

/** How an invocation ended. */
export type Ending =
  | { readonly status: 'completed'; readonly content: string }
  | { readonly status: Exclude<EndStatus, 'completed'>; readonly error: RuntimeFailure };

const PRECEDENCE: Readonly<Record<Fact['kind'], number>> = {
  recording_failed: 0,
  interrupted: 1,
  terminal: 2,
  exit: 3,
};

/** The one decision about how an invocation ended: the fact of the earliest step, within it the first by precedence. Null: not ended. */
export function decide(facts: readonly RecordedFact[]): Ending | null {
  let first: RecordedFact | null = null;
  for (const fact of facts) if (first === null || before(fact, first)) first = fact;
  if (first === null) return null;
  const ending = endingOf(first);
  return ending.status === 'completed' ? ending : withStopFailure(ending, facts);
}

/** Whether nothing more has to be awaited: the back-end has said its last and nobody stopped it before, or the run is over. */
export function isSettled(facts: readonly RecordedFact[]): boolean {
  if (facts.some(({ kind }) => kind === 'exit')) return true;
  return facts.some((said) => said.kind === 'terminal' && !facts.some((fact) => stops(fact) && before(fact, said)));
}

function stops({ kind }: Fact): boolean {
  return kind === 'interrupted' || kind === 'recording_failed';
}

function before(one: RecordedFact, other: RecordedFact): boolean {
  if (one.step !== other.step) return one.step < other.step;
  return PRECEDENCE[one.kind] < PRECEDENCE[other.kind];
}

function endingOf(fact: Fact): Ending {
  switch (fact.kind) {
    case 'recording_failed':
      return failed('RECORDING_FAILED', 'recording', fact.message, 'unknown');
    case 'interrupted':
      return ENDINGS[fact.reason];
    case 'terminal':
      return fact.event.type === 'completed'
        ? { status: 'completed', content: fact.event.content }
        : { status: statusOf(fact.event.error), error: fact.event.error };
    case 'exit':
      return endingOfExit(fact.exit);
  }
}

const ENDINGS: Readonly<Record<Exclude<StopReason, 'recording_failed'>, Ending>> = {
  cancelled: { status: 'cancelled', error: failure('CANCELLED', 'cancelled', 'It was stopped on request.') },
  shutdown: {
    status: 'cancelled',
    error: failure('SHUTDOWN', 'shutdown', 'It was stopped because the program that ran it ended.'),
  },
  wall_limit: { status: 'timed_out', error: failure('WALL_LIMIT', 'timed_out', 'It ran longer than its time limit.') },
  idle_limit: {
    status: 'timed_out',
    error: failure('IDLE_LIMIT', 'timed_out', 'It gave no sign of life for longer than its idle limit.'),
  },
};

function endingOfExit(exit: RunExit): Ending {
  if (exit.kind === 'not_started') return { status: statusOf(exit.error), error: exit.error };
  if (exit.kind === 'settled') return failed('NO_SUCCESS_EVENT', 'protocol', 'It ended without saying how.', 'unknown');
  if (exit.code === 0) {
    return failed('NO_SUCCESS_EVENT', 'protocol', 'It exited with 0 without reporting success.', 'unknown');
  }
  if (exit.code !== null && exit.code !== undefined) {
    return failed('EXIT_CODE', 'back-end', `It exited with ${exit.code} without saying why.`, 'unknown');
  }
  if (typeof exit.signal === 'string' && !exit.ours) {
    return failed('SIGNAL', 'back-end', `It was killed by ${exit.signal}, which was not sent from here.`, 'unknown');
  }
  return ENDINGS.cancelled;
}

/** Names by which programs and libraries call running out of time. The words of a message are never asked. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  'TIMED_OUT',
  'TIMEOUT',
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'DEADLINE_EXCEEDED',
  'TimeoutError',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

function statusOf(error: RuntimeFailure): Exclude<EndStatus, 'completed'> {
  if (error.class === 'timed_out' || TIMEOUT_CODES.has(error.code)) return 'timed_out';
  if (error.class === 'cancelled' || error.class === 'shutdown') return 'cancelled';
  return 'failed';
}

/** A stop that left something running is said, whatever else is; the status stays. */
function withStopFailure(
  ending: Exclude<Ending, { status: 'completed' }>,
  facts: readonly RecordedFact[],
): Exclude<Ending, { status: 'completed' }> {
  for (const fact of facts) {
    if (fact.kind !== 'exit' || fact.exit.kind !== 'exited') continue;
    const { left } = fact.exit;
    if (left === null || left.confirmed) continue;
    const pids = left.unconfirmed.length === 0 ? '' : ` (pid ${left.unconfirmed.join(', ')})`;
    const message = `${ending.error.message} Not everything it started is known to be gone${pids}.`;
    return { ...ending, error: failure('STOP_UNCONFIRMED', 'stop_failed', message, 'unknown') };
  }
  return ending;
}

function failed(
  code: string,
  failureClass: RuntimeFailure['class'],
  message: string,
  outcome?: 'unknown',
): Exclude<Ending, { status: 'completed' }> {
  return { status: 'failed', error: failure(code, failureClass, message, outcome) };
}

function failure(
  code: string,
  failureClass: RuntimeFailure['class'],
  message: string,
  outcome?: 'unknown',
): RuntimeFailure {
  return { code, class: failureClass, message, ...(outcome === undefined ? {} : { outcome }) };
}
