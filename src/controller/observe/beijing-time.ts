import { wallClock } from '../../environment/wall-clock.js';

/** The time in Beijing (UTC+8, no daylight saving), with its weekday: `2026-03-01 09:30:00 +08:00 Sunday`. */
export function beijingTime(now: Date): string {
  return wallClock(now, 8 * 60);
}
