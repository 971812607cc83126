import type { RuntimeRequest } from './request.js';

export interface Watchdog {
  /** Something came. */
  sign(): void;
  /** As long as anything is held, silence is not the back-end's: something is being written, or a person is asked. */
  hold(): () => void;
  /** No limit is reached any more. */
  end(): void;
}

/** The longest time a timer can be set for, in ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Nothing runs for ever: a limit that is not positive and finite is a defect of the caller. Throws RangeError. */
export function checkLimits({ wallMs, idleMs }: RuntimeRequest['limits']): void {
  for (const limit of [wallMs, idleMs]) {
    if (!Number.isFinite(limit) || limit <= 0) throw new RangeError(`a limit of ${limit} ms is none`);
  }
}

/** Calls `onLimit` once, when the run is longer than `wallMs` or silent for `idleMs`. */
export function watch(
  { wallMs, idleMs }: RuntimeRequest['limits'],
  onLimit: (reason: 'wall_limit' | 'idle_limit') => void,
): Watchdog {
  const wallEnd = performance.now() + wallMs;
  let silentSince = performance.now();
  let held = 0;
  let timer: NodeJS.Timeout | null = null;
  const end = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const reach = (reason: 'wall_limit' | 'idle_limit'): void => {
    end();
    onLimit(reason);
  };
  const look = (): void => {
    const now = performance.now();
    const quietEnd = held > 0 ? now + idleMs : silentSince + idleMs;
    if (now >= wallEnd) reach('wall_limit');
    else if (now >= quietEnd) reach('idle_limit');
    else rest(Math.min(wallEnd, quietEnd) - now);
  };
  const rest = (ms: number): void => {
    // A timer may fire a fraction of a millisecond early.
    timer = setTimeout(look, Math.min(LONGEST_TIMER, Math.ceil(ms)));
  };
  look();
  return {
    sign() {
      silentSince = performance.now();
    },
    hold() {
      held += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        held -= 1;
        silentSince = performance.now();
      };
    },
    end,
  };
}
