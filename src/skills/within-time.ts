import { type Attempt, attemptHere } from './attempt.js';

/** It had the processor time it may take, twice, and was not done. */
export const TOO_SLOW = Symbol('too slow');
/** The machine was paused or busy with something else: the work had to be stopped before it had that time. */
export const NOT_KNOWN = Symbol('not known');

export type Stopped = typeof TOO_SLOW | typeof NOT_KNOWN;

const TRIES = 3;
/** The clock on the wall is a guard only: where it stopped work that hardly ran, the next try may take longer, at most so many times as long. */
const PATIENCE = 16;
/** What the next try gets beyond what this computer's pace asks for. */
const MARGIN = 1.25;
/** Of the processor time a work may take, what it had to have before it counts as slow: the guard is never exact. */
const NEARLY = 0.8;

/**
 * What `work` returns, if it takes no more than `cpu_ms` of processor time, whatever else the machine does meanwhile. For work that waits for
 * nothing, that may be left half done and be done again. What it throws is thrown.
 */
export function withinTime<Value>(cpu_ms: number, work: () => Value, attempt: Attempt = attemptHere): Value | Stopped {
  let wall_ms = cpu_ms;
  let slow = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const tried = attempt(wall_ms, work);
    if (!tried.stopped) return tried.value;
    if (tried.cpu_ms >= cpu_ms * NEARLY) slow += 1;
    else wall_ms = Math.min(cpu_ms * PATIENCE, (wall_ms * cpu_ms * MARGIN) / tried.cpu_ms);
    if (slow === 2) return TOO_SLOW;
  }
  return NOT_KNOWN;
}
