import { it } from 'vitest';
import { chosenSeed, randomKills } from './random-kills.js';

it('loses nothing and does nothing twice over 200 random kills', async () => {
  const seed = chosenSeed();
  console.log(`ER_FAULTS_SEED=${seed}`);
  console.log(await randomKills(200, seed));
});
