/** The time in Beijing (UTC+8, no daylight saving), with its weekday: `2026-03-01 09:30:00 +08:00 Sunday`. */
export function beijingTime(now: Date): string {
  const there = new Date(now.getTime() + 8 * 3_600_000);
  const [day = '', time = ''] = there.toISOString().split('T');
  const weekday = there.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  return `${day} ${time.slice(0, 8)} +08:00 ${weekday}`;
}
