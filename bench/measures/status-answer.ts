import { join } from 'node:path';
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

/** The whole round that answers "how is it going?", on a long history and on short ones. Each in a database of its own. */
export const statusAnswer: Measure = {
  name: 'status-answer',
  run: () => inProject((long) => inProject((short) => measure(long, short))),
};

async function measure(long: string, short: string): Promise<Measurement[]> {
  await filled(long, [['long', MANY]]);
  // Each answer adds a round, so that every turn has a short history of its own.
  const names = Array.from({ length: TURNS + 1 }, (_, turn) => `short-${turn}`);
  await filled(
    short,
    names.map((name) => [name, FEW]),
  );
  const { few, many } = await inRooms(long, (manyRooms) =>
    inRooms(short, (fewRooms) =>
      interleaved(
        {
          few: () => timed(() => round(fewRooms, 'how is it going?', names.pop())),
          many: () => timed(() => round(manyRooms, 'how is it going?', 'long')),
        },
        TURNS,
      ),
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

async function filled(project: string, environments: readonly (readonly [string, number])[]): Promise<void> {
  const store = await openStore(join(project, 'var', 'state.db'));
  try {
    for (const [name, rounds] of environments) await manyRounds(store, name, rounds);
  } finally {
    await store.close();
  }
}
