import { expect, it } from 'vitest';
import { command } from '../harness/command-line.js';
import { ended, library, starts } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';
import { until } from '../harness/until.js';
import { tasksOf } from './trajectory.js';

const BEFORE_THE_INTENT = ['round.opened', 'round.collected', 'round.decided', 'round.job-prepared'];
const AFTER_IT = ['round.intent-stored', 'round.launched', 'round.before-close'];

/** A round that is killed at a point, in a process of its own; then a library in a fresh one. */
async function killedAt(point: string) {
  const here = await project();
  await dropProbe(here);
  const killed = await command(here, ['run', '--input', probing('done')], { env: { ER_FAULT_POINT: point } });
  expect(killed).toMatchObject({ signal: 'SIGKILL', stdout: '' });
  return { here, app: await library(here) };
}

it.each(BEFORE_THE_INTENT)('starts nothing and says so once, killed at %s', async (point) => {
  const { here, app } = await killedAt(point);
  const next = await app.run({ input: 'how is it going?' });
  expect(next.round_id).toBe(2);
  expect(next.reply).toContain('Round 1 was interrupted');
  expect((await app.run({ input: 'how is it going?' })).reply).not.toContain('interrupted');
  const [first, ...others] = await tasksOf(app);
  expect(first).toMatchObject({ round_id: 1, status: 'failed', reason: 'INTERRUPTED' });
  expect(others.map(({ status }) => status)).toEqual(['done', 'done']);
  expect(await app.status()).toEqual([]);
  expect(starts(here)).toEqual([]);
});

it.each(AFTER_IT)('runs the job exactly once and fills it in, killed at %s', async (point) => {
  const { here, app } = await killedAt(point);
  const next = await app.run({ input: 'how is it going?' });
  expect(next.reply).toContain('Round 1 was interrupted');
  const run_id = await until('the job is known', async () => (await tasksOf(app))[0]?.run_id as string | undefined);
  expect(await ended(app, run_id)).toBe('succeeded');
  await app.run({ input: 'how is it going?' });
  const replies = (await app.show('default')).environment.rounds.map(({ reply }) => reply);
  expect(replies.filter((reply) => reply.includes(`✓ probe (${run_id})`))).toHaveLength(1);
  expect(replies.filter((reply) => reply.includes('interrupted'))).toHaveLength(2);
  const tasks = await tasksOf(app);
  expect(tasks.filter(({ type }) => type === 'probe')).toMatchObject([{ round_id: 1, status: 'done' }]);
  expect(tasks.filter(({ type }) => type === 'pyskill_task')).toHaveLength(1);
  expect(tasks[0]?.track.filter(({ event }) => event === 'dispatch_pyskill')).toHaveLength(1);
  expect(starts(here)).toEqual([run_id]);
});

it('has nothing to mend, killed at round.closed', async () => {
  const { here, app } = await killedAt('round.closed');
  const [task] = await tasksOf(app);
  await ended(app, String(task?.run_id));
  const next = await app.run({ input: 'how is it going?' });
  expect(next.reply).not.toContain('interrupted');
  expect(next.reply).toContain(`✓ probe (${task?.run_id}) is done`);
  expect(starts(here)).toEqual([task?.run_id]);
});
