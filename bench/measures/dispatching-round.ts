import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_FILES, jobDirectory } from '../../src/jobs/files.js';
import type { House } from '../../src/rounds/house.js';
import { findJob } from '../../src/store/jobs.js';
import { runNode } from '../command.js';
import { durableInsert } from '../durable-insert.js';
import { timed } from '../interleaved.js';
import type { Measure, Measurement } from '../measurement.js';
import { drop, inProject } from '../project.js';
import { inRooms, jobEnd, round } from '../rooms.js';
import { inMs, median } from '../statistics.js';

const ROUNDS = 40;

/** Real rounds that dispatch a real job each, in an Environment each, between durable inserts and `node -e 0`. */
export const dispatchingRound: Measure = {
  name: 'dispatching-round',
  run: () =>
    inProject(async (dir) => {
      await drop(dir, {
        name: 'probe',
        description: 'Probe the turbine and say how it is. 探测涡轮机的状况。',
        when_to_use: 'Somebody wants the turbine probed. 有人想探测涡轮机。',
        command: ['date', '+%s%N'],
        examples: ['probe the turbine', 'please probe the turbine now', '探测一下涡轮机', '再探测一次涡轮机'],
        files: { 'params.schema.json': JSON.stringify({ type: 'object', properties: { tag: { type: 'string' } } }) },
      });
      return await inRooms(dir, (house) => measure(house, dir));
    }),
};

async function measure(house: House, dir: string): Promise<Measurement[]> {
  const one = durableInsert(join(dir, 'insert.db'));
  const samples = { insert: [] as number[], round: [] as number[], node: [] as number[], child: [] as number[] };
  const commits: number[] = [];
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    // A process that has just been copied pays for each page it writes to: `node -e 0` must not be what the round is slowed down by.
    const node = (await runNode(['-e', '0'], { cwd: dir })).ms;
    await dispatched(house, `before-${turn}`);
    const insert = await timed(() => one.insert());
    const before = house.store.commits;
    const { run_id, ms } = await dispatched(house, `turn-${turn}`);
    if (turn === 0) continue;
    commits.push(house.store.commits - before);
    samples.insert.push(insert);
    samples.node.push(node);
    samples.round.push(ms);
    samples.child.push(await untilChild(house, run_id));
  }
  await one.close();
  return [
    {
      name: 'round-commits',
      what: 'A round that dispatches a job: commits',
      value: Math.max(...commits),
      unit: 'commits',
      target: 5,
      detail: `most of ${commits.length} rounds`,
    },
    {
      name: 'round-time',
      what: 'A round that dispatches a job: p50, in durable single-row inserts',
      value: median(samples.round) / median(samples.insert),
      unit: 'x',
      target: 30,
      detail: `round ${inMs(samples.round)}, insert ${inMs(samples.insert)}`,
    },
    {
      name: 'dispatch-to-child',
      what: "From dispatch to the workflow's process running, in `node -e 0`",
      value: median(samples.child) / median(samples.node),
      unit: 'x',
      target: 2,
      detail: `dispatch to child ${inMs(samples.child)}, node -e 0 ${inMs(samples.node)}`,
    },
  ];
}

/** A whole round that dispatches a job, in an Environment of its own; resolves when the job has ended. */
async function dispatched(house: House, environment: string): Promise<{ run_id: string; ms: number }> {
  const started = performance.now();
  const { run_id, reply } = await round(house, `probe the turbine tag=${environment}`, environment);
  const ms = performance.now() - started;
  if (run_id === null) throw new Error(`a round that was to dispatch a job did not: ${reply}`);
  await jobEnd(house, run_id);
  return { run_id, ms };
}

/** From the moment the intent was made, inside the round, to the workflow's own first reading of the clock. */
async function untilChild(house: House, run_id: string): Promise<number> {
  const row = await house.store.read((tx) => findJob(tx, run_id));
  const stdout = join(jobDirectory(house.jobs.jobs_dir, run_id), JOB_FILES.stdout);
  const said = readFileSync(stdout, 'utf8').trim();
  // Where `date` knows no nanoseconds, the file's own time.
  const first = /^\d{19}$/.test(said) ? Number(said.slice(0, 16)) / 1_000 : statSync(stdout).mtimeMs;
  return first - Date.parse(row?.queued_at ?? '');
}
