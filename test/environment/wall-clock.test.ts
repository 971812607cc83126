import { expect, it } from 'vitest';
import { wallClock } from '../../src/environment/wall-clock.js';

const NOW = new Date('2026-02-28T23:30:05.700Z');

it.each([
  [0, '2026-02-28 23:30:05 +00:00 Saturday'],
  [480, '2026-03-01 07:30:05 +08:00 Sunday'],
  [-210, '2026-02-28 20:00:05 -03:30 Saturday'],
  [345, '2026-03-01 05:15:05 +05:45 Sunday'],
])('%d minutes from UTC it is %s', (offset, shown) => {
  expect(wallClock(NOW, offset)).toBe(shown);
});
