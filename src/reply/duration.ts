/** 850 ms, 1.4 s, 75 s, 12 min 5 s, 3 h 20 min: as much as a reader wants to know. */
export function splitDuration(ms: number): { hours: number; minutes: number; seconds: number } {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 120)
    return { hours: 0, minutes: 0, seconds: seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds) };
  const whole = Math.round(seconds);
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 };
}
