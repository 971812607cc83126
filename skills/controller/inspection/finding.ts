import type { Message } from './messages.js';

export type Status = 'passed' | 'warned' | 'failed' | 'error';

/** What a check saw. The value is held against the thresholds; `problems` stand whatever it is. */
export interface Finding {
  /** Null: there is none. */
  value: number | null;
  /** What else was seen: sizes, chains. */
  seen: readonly Message[];
  problems: readonly Problem[];
}

export interface Problem {
  /** `error`: it could not be checked. */
  status: Exclude<Status, 'passed'>;
  message: Message;
}

export function unable(message: Message): Finding {
  return { value: null, seen: [], problems: [{ status: 'error', message }] };
}

export function failing(message: Message, value: number | null = null): Finding {
  return { value, seen: [], problems: [{ status: 'failed', message }] };
}
