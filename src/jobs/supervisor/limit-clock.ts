import type { JobLimits } from '../room.js';

/** Two readings of one moment. */
export interface Moment {
  /** Milliseconds of a clock that only goes forward. */
  monotonic: number;
  /** Milliseconds of the clock on the wall, which may be set. */
  wall: number;
}

/** A smaller difference is drift, not a jump. */
const JUMP_MS = 2_000;
const SHORTEST_REST_MS = 10;

/**
 * The limits of one running attempt. Time is counted on the monotonic clock from when this supervisor took over; the stored due
 * time is only where counting starts, and is moved when the wall clock jumps.
 */
export class LimitClock {
  private readonly endsAt: number;
  private offset: number;
  private quietSince: number;
  private bytes = -1;
  private looked: Moment;
  private bytesPerMs = 0;

  constructor(
    private readonly limits: JobLimits,
    start: Moment,
    due_at: number,
  ) {
    this.endsAt = start.monotonic + (due_at - start.wall);
    this.offset = start.wall - start.monotonic;
    this.quietSince = start.monotonic;
    this.looked = start;
  }

  /** Which limit is passed, given how many bytes there are by now. */
  check(now: Moment, bytes: number): 'wall_limit' | 'idle_limit' | 'output_limit' | null {
    if (bytes !== this.bytes) {
      this.bytesPerMs = (bytes - Math.max(0, this.bytes)) / Math.max(1, now.monotonic - this.looked.monotonic);
      this.bytes = bytes;
      this.quietSince = now.monotonic;
    }
    this.looked = now;
    if (bytes > this.limits.output_bytes) return 'output_limit';
    if (now.monotonic >= this.endsAt) return 'wall_limit';
    if (now.monotonic - this.quietSince >= this.limits.idle_ms) return 'idle_limit';
    return null;
  }

  /** How long not to look: a flood is looked at again when half of what is left may have come. */
  restMs(longest: number): number {
    if (this.bytesPerMs <= 0) return longest;
    const untilHalf = (this.limits.output_bytes - this.bytes) / 2 / this.bytesPerMs;
    return Math.min(longest, Math.max(SHORTEST_REST_MS, untilHalf));
  }

  /** The due time by the clock on the wall as it is now, if that clock was set since the last look; else null. */
  movedDue(now: Moment): Date | null {
    const offset = now.wall - now.monotonic;
    if (Math.abs(offset - this.offset) < JUMP_MS) return null;
    this.offset = offset;
    return new Date(this.endsAt + offset);
  }
}
