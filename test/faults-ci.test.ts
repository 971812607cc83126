import { it } from 'vitest';
import { chosenSeed, randomKills } from './faults/random-kills.js';

it('loses nothing and does nothing twice over 20 random kills', { timeout: 300_000 }, async () => {
  await randomKills(20, chosenSeed());
});
