import { expect, it } from 'vitest';
import type { App } from '../../src/index.js';
import { findJob } from '../../src/store/jobs.js';
import { command, json } from '../harness/command-line.js';
import { house } from '../harness/house.js';
import { ended, holds, library, runIdOf } from '../harness/library.js';
import { dropProbe, probing, project, type TestProject } from '../harness/project.js';
import { until } from '../harness/until.js';

/** Every way a job can stand: the word of the job, the word of the task, the verdict, and the exit code of a command that waits. */
const STANDINGS = [
  { name: 'done', job: 'succeeded', task: 'done', verdict: null, exit: 0 },
  { name: 'passed', job: 'succeeded', task: 'done', verdict: 'passed', exit: 0 },
  { name: 'red', job: 'succeeded', task: 'failed', verdict: 'failed', exit: 1 },
  { name: 'error', job: 'failed', task: 'failed', verdict: 'error', exit: 1 },
  { name: 'exit', job: 'failed', task: 'failed', verdict: null, exit: 1 },
  { name: 'timed_out', job: 'timed_out', task: 'failed', verdict: null, exit: 1 },
  { name: 'cancelled', job: 'cancelled', task: 'cancelled', verdict: null, exit: 1 },
  { name: 'lost', job: 'lost', task: 'failed', verdict: null, exit: 1 },
  { name: 'running', job: 'running', task: 'running', verdict: null, exit: 5 },
  { name: 'queued', job: 'queued', task: 'running', verdict: null, exit: 5 },
] as const;

type Standing = (typeof STANDINGS)[number];

function request({ name }: Standing): string {
  if (name === 'timed_out') return probing('hold', 'hourglass');
  const how = ['cancelled', 'lost', 'running', 'queued'].includes(name) ? 'hold' : name;
  return `${probing(how)} tag=${name}`;
}

/** Dispatches one job of each standing and brings it there. Each in an Environment of its own. */
async function bringAbout(here: TestProject, app: App): Promise<Map<string, string>> {
  const run_ids = new Map<string, string>();
  for (const standing of STANDINGS.filter(({ job }) => job !== 'queued')) {
    const { name } = standing;
    const run_id = runIdOf(await app.run({ input: request(standing), environment: name }));
    run_ids.set(name, run_id);
    if (name === 'cancelled') await holds(here, run_id).then(() => app.cancel(run_id));
    else if (name === 'lost') await lose(here, app, run_id);
    else if (name === 'running') await holds(here, run_id);
    else await ended(app, run_id);
  }
  // One job fills the two slots' second half, so that the last one waits.
  const filler = runIdOf(await app.run({ input: `${probing('hold')} tag=filler`, environment: 'filler' }));
  run_ids.set('filler', filler);
  await holds(here, filler);
  const queued = STANDINGS.find(({ job }) => job === 'queued');
  if (queued !== undefined) {
    run_ids.set('queued', runIdOf(await app.run({ input: request(queued), environment: 'queued' })));
  }
  return run_ids;
}

/** Kills a job's supervisor and all of its workflow at once. */
async function lose(here: TestProject, app: App, run_id: string): Promise<void> {
  await holds(here, run_id);
  const entry = await app.job(run_id);
  const track = (await app.show('lost')).environment.rounds[0]?.tasks[0]?.track ?? [];
  const supervisor = track.find(({ event }) => event === 'dispatch_pyskill')?.pid ?? 0;
  const group = entry.kind === 'job' ? (entry.pid ?? 0) : 0;
  process.kill(supervisor, 'SIGKILL');
  process.kill(-group, 'SIGKILL');
  await until(`${run_id} is settled`, async () => {
    await app.status();
    const now = await app.job(run_id);
    return now.kind === 'job' && now.status === 'lost';
  });
}

it('says the same of a job on every face: store, command line, library', async () => {
  const here = await project({ runtime: { max_jobs: 2 } });
  await dropProbe(here);
  await dropProbe(here, { name: 'hourglass', limits: '{ wall_sec: 0.4 }' });
  const app = await library(here);
  const rooms = await house(here);
  const run_ids = await bringAbout(here, app);
  const idOf = ({ name }: Standing): string => run_ids.get(name) ?? '';

  const over = STANDINGS.filter(({ exit }) => exit !== 5);
  const collected = await json<{ run_id: string; status: string; task_status: string; verdict: string | null }[]>(
    here,
    ['collect'],
  );
  expect(collected).toHaveLength(over.length);

  for (const standing of STANDINGS) {
    const { name, job, task, verdict, exit } = standing;
    const run_id = idOf(standing);
    const row = await rooms.store.read((tx) => findJob(tx, run_id));
    const [status, shown] = await Promise.all([
      json<Record<string, unknown>>(here, ['status', run_id]),
      json<{ rounds: { tasks: { task: { status: string; type: string } }[] }[] }>(here, [
        'show',
        '--environment',
        name,
      ]),
    ]);
    const library_ = await app.job(run_id);
    const seen = {
      row: [row?.status, row?.verdict],
      status: [status.status, status.verdict],
      library: library_.kind === 'job' ? [library_.status, library_.verdict] : null,
      collect: collected.find((one) => one.run_id === run_id)?.status ?? null,
    };
    expect({ name, ...seen }).toEqual({
      name,
      row: [job, verdict],
      status: [job, verdict],
      library: [job, verdict],
      collect: exit === 5 ? null : job,
    });
    const tasks = shown.rounds[0]?.tasks.map((record) => record.task.status);
    const stored = (await app.show(name, { round: 1 })).round?.tasks.map((record) => record.task.status);
    expect({ name, tasks, stored }).toEqual({
      name,
      tasks: exit === 5 ? [task] : [task, task],
      stored: exit === 5 ? [task] : [task, task],
    });
    if (exit !== 5) {
      const line = collected.find((one) => one.run_id === run_id);
      expect({ name, ...line }).toMatchObject({ name, task_status: task, verdict });
    }
  }
  for (const name of ['running', 'filler', 'queued']) await app.cancel(run_ids.get(name) ?? '');
});

function joining(standing: Standing): string[] {
  return ['--input', request(standing), '--environment', standing.name];
}

it('ends a waiting command with the exit code of what it waited for, and prints the same word', async () => {
  const here = await project();
  await dropProbe(here);
  await dropProbe(here, { name: 'hourglass', limits: '{ wall_sec: 0.4 }' });
  for (const standing of STANDINGS.filter(({ name }) => !['cancelled', 'lost', 'running', 'queued'].includes(name))) {
    const { name, task, verdict, exit } = standing;
    const { code, stdout } = await command(here, ['run', '--json', '--wait', ...joining(standing)]);
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect({ name, code, ...result }).toMatchObject({ name, code: exit, task_status: task, verdict });
    expect(result.collected).toMatchObject([{ run_id: result.run_id, status: standing.job }]);
  }
});

it.each<[string, string[], number]>([
  ['it runs and nobody waits', ['--input', probing('hold')], 0],
  ['it is done', ['--input', 'how is it going?'], 0],
  ['an answer is needed', ['--input', 'please probe the turbine now'], 4],
  ['no model is there', ['--input', 'explain what this function does'], 1],
  ['the wait ran out', ['--wait', '0.3', '--input', probing('hold')], 5],
])('exits as documented where %s', async (_name, args, exit) => {
  const here = await project();
  await dropProbe(here);
  const { code, stdout } = await command(here, ['run', '--json', ...args]);
  expect(code).toBe(exit);
  const { run_id } = JSON.parse(stdout) as { run_id: string | null };
  if (run_id !== null) await command(here, ['cancel', run_id]);
});
