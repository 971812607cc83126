import type { ChildEnd } from '../../processes/supervised/child.js';
import type { Line } from '../../processes/supervised/line-reader.js';
import type { RuntimeEvent } from '../events.js';
import type { RuntimeFailure } from '../failure.js';

export type { Line };

/**
 * What a back-end's output means: one for each run, may keep what it needs, touches nothing outside. A terminal event ends the run; what
 * is mapped after it is dropped. Must not throw.
 */
export interface LineMapper {
  line(line: Line): readonly RuntimeEvent[];
  /** A line of stderr; absent: it is kept for `ended` only. */
  stderr?(text: string): readonly RuntimeEvent[];
  /** After the last line, where no terminal event was seen. Without one in the answer `howItEnded` decides. */
  ended(end: ChildEnd): readonly RuntimeEvent[];
}

/** A line that is no event of the back-end. */
export function rawLine(line: Line, source: 'stdout' | 'stderr' = 'stdout'): RuntimeEvent {
  return { type: 'raw', source, text: 'text' in line ? line.text : JSON.stringify(line.json) };
}

export function failed(error: RuntimeFailure): RuntimeEvent {
  return { type: 'failed', error };
}

/**
 * What an end without the back-end's own word means; null after a stop of ours, whose reason is known elsewhere. Exit code 0 is no
 * success. The message is the last of what it wrote to stderr.
 */
export function howItEnded(end: ChildEnd): RuntimeFailure | null {
  if (end.ours) return null;
  const said = lastLines(end.stderrTail);
  if (end.code === 0) {
    const message = `it exited without saying that it had finished${said === '' ? '' : `: ${said}`}`;
    return { code: 'NO_SUCCESS_EVENT', class: 'protocol', message, outcome: 'unknown' };
  }
  if (end.code !== null) {
    const message = `exit code ${end.code}${said === '' ? '' : `: ${said}`}`;
    return { code: 'EXIT_CODE', class: 'back-end', message, outcome: 'unknown' };
  }
  const message = `it was killed by ${end.signal ?? 'a signal'}${said === '' ? '' : `: ${said}`}`;
  return { code: 'KILLED', class: 'back-end', message, outcome: 'unknown' };
}

const SAID = 2_000;

function lastLines(text: string): string {
  return text.trim().slice(-SAID).trim();
}
