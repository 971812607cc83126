import { type Attempt, attemptHere } from '../../src/skills/attempt.js';
import { NOT_KNOWN } from '../../src/skills/within-time.js';

/** Attempts as on a computer with nothing else to do, however busy this one is: what had to be stopped had all of its time. */
export const idle: Attempt = (wall_ms, work) => {
  const tried = attemptHere(wall_ms, work);
  return tried.stopped ? { stopped: true, cpu_ms: wall_ms } : tried;
};

/** Attempts on a computer that is paused for the first `times` of them: the clock runs out, and the work had next to no processor time. */
export function paused(times = Number.POSITIVE_INFINITY): { attempt: Attempt; tries(): number } {
  let tries = 0;
  const attempt: Attempt = (wall_ms, work) => {
    tries += 1;
    return tries <= times ? { stopped: true, cpu_ms: 3 } : idle(Math.min(wall_ms, 2_000), work);
  };
  return { attempt, tries: () => tries };
}

/** What is known in the end, however busy this computer is. */
export function known<Value>(tell: () => Value): Exclude<Value, typeof NOT_KNOWN> {
  for (;;) {
    const told = tell();
    if (told !== NOT_KNOWN) return told as Exclude<Value, typeof NOT_KNOWN>;
  }
}
