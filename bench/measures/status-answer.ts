import { join } from 'node:path';
import type { House } from '../../src/rounds/house.js';
import { openStore } from '../../src/store/open.js';
import { interleaved, timed } from '../interleaved.js';
import { manyRounds } from '../many-rounds.js';
import type { Measure, Measurement } from '../measurement.js';
import { inProject } from '../project.js';
import { inRooms, round } from '../rooms.js';
import { inMs, median } from '../statistics.js';

const TURNS = 41;
const FEW = 10;
const MANY = 10_000;

/** The whole round that answers "how is it going?", on a long history and on a short one. Each in a database of its own. */
export const statusAnswer: Measure = {
  name: 'status-answer',
  run: () => inProject((long) => inProject((short) => measure(long, short))),
};

async function measure(long: string, short: string): Promise<Measurement[]> {
  await filled(long, MANY);
  await filled(short, FEW);
  const { few, many } = await inRooms(long, (manyRooms) =>
    inRooms(short, (fewRooms) =>
      interleaved({ few: () => answer(fewRooms, FEW), many: () => answer(manyRooms, MANY) }, TURNS),
    ),
  );
  return [
    {
      name: 'status-answer',
      what: `Status answer on an Environment of ${MANY} rounds, compared with one of ${FEW}`,
      value: median(many) / median(few),
      unit: 'x',
      target: 1.2,
      detail: `${MANY} rounds ${inMs(many)}, ${FEW} rounds ${inMs(few)}`,
    },
  ];
}

/** The round that answered is taken back, so that the history stays as long as it was. */
async function answer(house: House, rounds: number): Promise<number> {
  const ms = await timed(() => round(house, 'how is it going?'));
  await house.store.write((tx) => tx.deleteFrom('rounds').where('round_id', '>', rounds).execute());
  return ms;
}

async function filled(project: string, rounds: number): Promise<void> {
  const store = await openStore(join(project, 'var', 'state.db'));
  try {
    await manyRounds(store, 'default', rounds);
  } finally {
    await store.close();
  }
}
