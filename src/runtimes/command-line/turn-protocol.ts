import type { ChildEnd } from '../../processes/supervised/child.js';
import type { TurnCall } from '../driver.js';
import type { RuntimeEvent } from '../events.js';
import type { RuntimeFailure } from '../failure.js';
import type { Line } from './line-mapper.js';

/** The pipes of the running back-end. */
export interface Peer {
  write(text: string): void;
}

/**
 * How one back-end talks over its stdin and stdout while it lives through several turns. One for each process; prompts come one at a time.
 * Nothing of it throws: what fails is an event or an answer.
 */
export interface TurnProtocol {
  /** As the back-end reported it; null before. */
  readonly sessionId: string | null;
  /** Once, before the first prompt: what is wrong, or null when prompts can be sent. */
  open(peer: Peer): Promise<RuntimeFailure | null>;
  line(line: Line): void;
  stderr?(text: string): void;
  /** Sends a prompt. What comes of it goes to `emit`, the session's id first; a terminal event ends the turn. */
  begin(turn: TurnCall, emit: (event: RuntimeEvent) => void): void;
  /** Asks the back-end to end the running turn, which then ends by its terminal event. */
  interrupt(): void;
  /** The process has ended: rejects what still waits, and says why if it knows better than `howItEnded`. */
  ended(end: ChildEnd): RuntimeFailure | null;
}
