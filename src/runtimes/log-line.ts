import type { StopReason } from './driver.js';
import type { RuntimeEvent } from './events.js';

/** What a line of events.jsonl says. The end itself is the row's, and the answer a file of its own. */
export type Logged =
  | { readonly event: RuntimeEvent }
  | { readonly interrupted: StopReason }
  /** A RunExit, redacted. */
  | { readonly exit: unknown };

export type LoggedEvent = Logged & {
  /** From 1 within the invocation. */
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
};

export function logLine(seq: number, at: Date, entry: Logged): string {
  return JSON.stringify({ seq, at: at.toISOString(), ...entry });
}
