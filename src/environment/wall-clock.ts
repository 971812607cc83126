/** What a clock shows at an offset from UTC in minutes, east of it positive, with the weekday: `2026-03-01 09:30:00 +08:00 Sunday`. */
export function wallClock(now: Date, offset: number): string {
  const there = new Date(now.getTime() + offset * 60_000);
  const [day = '', time = ''] = there.toISOString().split('T');
  const weekday = there.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map(twoDigits);
  return `${day} ${time.slice(0, 8)} ${offset < 0 ? '-' : '+'}${hours}:${minutes} ${weekday}`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
