import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isLive } from '../../src/jobs/status.js';
import { openStore } from '../../src/store/open.js';
import { dropProbe, project } from '../harness/project.js';
import { until } from '../harness/until.js';
import { dice } from './dice.js';
import { expectAllAccountedFor, expectOwners } from './invariants.js';
import { cli, type Lane, STATUS } from './lane.js';
import { STRIKES } from './strikes.js';

const LANES = ['left', 'right'];

/** How many processes died of which strike. */
export type Struck = Record<string, number>;

/**
 * Two people at work on one store, whose dispatchers, supervisors and collectors keep dying; after each death a fresh process goes on.
 * Throws with the seed and what had been done where an invariant does not hold.
 */
export async function randomKills(kills: number, seed: number): Promise<Struck> {
  const here = await project();
  await dropProbe(here);
  mkdirSync(join(here.dir, 'var'));
  const store = await openStore(join(here.dir, 'var', 'state.db'));
  const history: string[] = [];
  const struck: Struck = {};
  let left = kills;
  const lanes = LANES.map((environment, at): Lane => {
    return { project: here, store, environment, dice: dice(seed + at), accepted: [], history };
  });
  try {
    // An Environment that does not exist is refused by name; one that does is there from its first round on.
    for (const lane of lanes) await goOn(lane, ['run', '--input', STATUS]);
    await Promise.all(
      lanes.map(async (lane) => {
        while (left > 0) {
          const { name, strike } = lane.dice.pick(STRIKES);
          const died = await strike(lane);
          struck[name] = (struck[name] ?? 0) + died;
          left -= died;
          await goOn(lane);
          await expectOwners(lane);
        }
      }),
    );
    await until('everything has ended', async () => {
      const jobs = await store.read((tx) => tx.selectFrom('jobs').select('status').execute());
      return jobs.every(({ status }) => !isLive(status));
    });
    for (const lane of lanes) await goOn(lane);
    for (const lane of lanes) await goOn(lane, ['run', '--input', STATUS]);
    await expectAllAccountedFor(
      store,
      here,
      lanes.flatMap(({ accepted }) => accepted),
    );
    return struck;
  } catch (error) {
    const told = `seed ${seed}; done before:\n${history.slice(-40).join('\n')}`;
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${told}`, { cause: error });
  } finally {
    await store.close();
  }
}

/** A fresh process, which finds what the dead one left. */
async function goOn(lane: Lane, command?: readonly string[]): Promise<void> {
  const args = command ?? lane.dice.pick([['collect'], ['run', '--input', STATUS]]);
  const { code, stdout, stderr } = await cli(lane, args);
  if (code !== 0 || stderr !== '') throw new Error(`${args.join(' ')}: exit ${code}\n${stdout}\n${stderr}`);
}

/** Of this run, or of the one to be repeated. */
export function chosenSeed(): number {
  const given = process.env.ER_FAULTS_SEED;
  return given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
}
