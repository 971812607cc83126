import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildContextView } from '../../src/environment/context-view.js';
import { buildControllerStateInput } from '../../src/environment/state-input.js';
import { loadFacts } from '../../src/store/facts.js';
import { findJob } from '../../src/store/jobs.js';
import { loadEnvironment } from '../../src/store/load.js';
import { loadRound } from '../../src/store/rounds.js';
import { house, round } from '../harness/house.js';
import { runIdOf } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';
import { until } from '../harness/until.js';

it('commits at most five times to dispatch, and at most three to answer', async () => {
  const here = await project();
  await dropProbe(here);
  const rooms = await house(here);
  await round(rooms, 'how is it going?');
  const before = rooms.store.commits;
  const dispatched = await round(rooms, probing('done'));
  const after = rooms.store.commits;
  expect(after - before).toBeLessThanOrEqual(5);
  const row = () => rooms.store.read((tx) => findJob(tx, runIdOf(dispatched)));
  await until('the probe has ended', async () => (await row())?.finished_at);
  await round(rooms, 'how is it going?');
  const quiet = rooms.store.commits;
  await round(rooms, 'how is it going?');
  expect(rooms.store.commits - quiet).toBeLessThanOrEqual(3);
});

it('keeps what is looked at and what is written bounded over two hundred rounds, and forgets nothing', async () => {
  const here = await project();
  await dropProbe(here);
  const rooms = await house(here);
  const first = runIdOf(await round(rooms, probing('hold')));
  const bytes: number[] = [];
  for (let count = 2; count <= 200; count++) {
    const { run_dir } = await round(rooms, count % 2 === 0 ? 'how is it going?' : '现在怎么样了');
    bytes.push(statSync(join(run_dir ?? '', 'environment.json')).size);
  }
  const [early = 0, late = 0] = [Math.max(...bytes.slice(20, 60)), Math.max(...bytes.slice(-40))];
  expect(late).toBeLessThan(early * 1.5);

  await rooms.store.read(async (tx) => {
    const environment = await loadEnvironment(tx, 1, { track: true });
    expect(environment.cur_round).toBe(200);
    // Those kept, those that may gather, and the one with the running job.
    expect(environment.rounds.length).toBeLessThanOrEqual(8 + 8 + 1);
    expect(environment.rounds[0]?.round_id).toBe(1);
    expect(environment.history_summaries.length).toBeLessThanOrEqual(8);
    const facts = await loadFacts(tx, 1);
    expect(facts.running).toMatchObject([{ round_id: 1, run_id: first }]);
    const view = buildContextView(environment, facts, {}, rooms.settings);
    expect(JSON.stringify(view).length).toBeLessThan(20_000);
    const state = buildControllerStateInput(environment, facts, 'and now?', '', rooms.settings);
    expect(JSON.stringify(state).length).toBeLessThan(20_000);
    expect(state.ENVIRONMENT_JSON).toContain(first);
    // Folded rounds stay rows.
    expect(await loadRound(tx, 1, 30)).toMatchObject({ round_id: 30, tasks: [{ task: { type: 'status' } }] });
  });
  const starts = readFileSync(join(here.dir, 'starts'), 'utf8').trim().split('\n');
  expect(starts).toEqual([first]);
  await round(rooms, 'cancel');
});
