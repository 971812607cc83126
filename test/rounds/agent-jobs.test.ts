import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findByMark } from '../../src/processes/tree.js';
import { addAgent, editAgent, removeAgent } from '../../src/runtimes/records/agents.js';
import { addChannel } from '../../src/runtimes/records/channels.js';
import { openRuntimes } from '../../src/runtimes/room.js';
import { invocationOfRun, type StoredInvocation } from '../../src/store/invocations.js';
import { openStore } from '../../src/store/open.js';
import { ended, jobFolder, library, runIdOf } from '../harness/library.js';
import { drop, project, put, type TestProject } from '../harness/project.js';
import { until } from '../harness/until.js';
import { observed } from '../runtimes/player/observed.js';
import { conversationScript } from '../runtimes/player/recording.js';
import { type PlayerScript, player } from '../runtimes/player/script.js';
import { tasksOf } from './trajectory.js';

const fixture = (name: string) => join(import.meta.dirname, '../runtimes/fixtures/acp', `${name}.jsonl`);

/** What a test does with the project's store while nobody else has it open. */
async function inStore<T>(
  { dir }: TestProject,
  work: (room: ReturnType<typeof openRuntimes>) => Promise<T>,
): Promise<T> {
  const store = await openStore(join(dir, 'var', 'state.db'));
  try {
    const model = {
      provider: '',
      provider_env: '',
      temperature: 0,
      request_timeout_sec: 1,
      max_retries: 0,
      max_tokens: 1,
      providers: {},
    };
    return await work(openRuntimes({ store, state_dir: dirname(store.file), model, now: () => new Date() }));
  } finally {
    await store.close();
  }
}

/** A project whose open-ended work is done by an agent that plays a recording. `seen`: what it was told. */
async function withAgent(played: string | PlayerScript): Promise<{ here: TestProject; seen: string }> {
  const here = await project({ runtime: { executor_agent: 'helper' } });
  const seen = join(here.dir, 'seen.jsonl');
  const script = typeof played === 'string' ? conversationScript(fixture(played)) : played;
  const program = await player(here.dir, { ...script, record: seen });
  await inStore(here, async ({ records }) => {
    await addChannel(records, {
      id: 'local',
      runtimeId: 'acp',
      label: 'Local',
      models: [{ id: 'default', label: 'Default' }],
      command: [program],
    });
    await addAgent(records, { id: 'helper', name: 'Helper', channelId: 'local', modelId: 'default' });
  });
  return { here, seen };
}

const invocation = (here: TestProject, run_id: string): Promise<StoredInvocation | null> =>
  inStore(here, ({ records }) => records.store.read((tx) => invocationOfRun(tx, run_id)));

const argvOf = (pid: number): string[] => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');

const REQUEST = 'explain why the login test is slow';

it('does open-ended work as a job of the configured agent, and fills its answer in', async () => {
  const { here, seen } = await withAgent('text-two-turns');
  const app = await library(here);
  const first = await app.run({ input: REQUEST });
  expect(first).toMatchObject({ task_type: 'executor', task_status: 'running' });
  const run_id = runIdOf(first);
  expect(await ended(app, run_id)).toBe('succeeded');
  const [collected] = await app.collect();
  expect(collected).toMatchObject({
    run_id,
    task_status: 'done',
    result: 'Three files.',
    data: { agent: 'helper', status: 'completed', session: { id: 's-1', relation: 'created' }, error: null },
  });
  const stored = await invocation(here, run_id);
  expect(stored).toMatchObject({
    status: 'completed',
    surface: 'task',
    agent_id: 'helper',
    owner: JSON.stringify({ environment: 'default', round_id: 1, task_id: 1, run_id }),
  });
  const [asked, filled] = await tasksOf(app);
  expect(asked?.track.find(({ event }) => event === 'invocation_started')).toMatchObject({
    run_id,
    tool: 'helper',
    return: { invocation_id: stored?.id },
  });
  expect(filled?.track.at(-1)).toMatchObject({ return: { data: { invocation_id: stored?.id } } });
  const told = observed(seen)?.received.find(({ method }) => method === 'session/prompt')?.params;
  expect(JSON.stringify(told)).toContain(REQUEST);
  expect(readFileSync(join(jobFolder(here, run_id), 'stdout'), 'utf8')).toBe('Three files.');
  expect(readFileSync(join(jobFolder(here, run_id), 'events.jsonl'), 'utf8')).toContain('"type":"session"');
});

it('tells of what it does while it runs, joins the same request, and is cancelled in the back-end’s own way', async () => {
  const { here, seen } = await withAgent('cancel-mid-tool');
  const app = await library(here);
  const run_id = runIdOf(await app.run({ input: REQUEST }));
  await until('the tool runs', async () => {
    const entry = await app.job(run_id);
    return entry.kind === 'job' && entry.progress?.step != null;
  });
  const again = await app.run({ input: REQUEST });
  expect(again).toMatchObject({ joined: true, run_id });
  expect((await app.run({ input: 'how is it going?' })).reply).toContain('executor');
  expect(await app.cancel(run_id)).toMatchObject({ status: 'cancelled', confirmed: true });
  expect(observed(seen)?.received.map(({ method }) => method)).toContain('session/cancel');
  expect(await invocation(here, run_id)).toMatchObject({ status: 'cancelled' });
  expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
});

it('fails the task where the agent is gone, and starts no other one', async () => {
  const { here, seen } = await withAgent('text-two-turns');
  await inStore(here, ({ records }) => removeAgent(records, 'helper', []));
  const app = await library(here);
  const failed = await app.run({ input: REQUEST });
  expect(failed).toMatchObject({ task_status: 'failed', run_id: null });
  expect(failed.task_result).toContain("'helper'");
  expect(existsSync(seen)).toBe(false);
});

it('says what the back-end said where it failed', async () => {
  const { here } = await withAgent('401-as-auth-required');
  const app = await library(here);
  const run_id = runIdOf(await app.run({ input: REQUEST }));
  expect(await ended(app, run_id)).toBe('failed');
  const [collected] = await app.collect();
  expect(collected).toMatchObject({ task_status: 'failed', data: { status: 'failed' } });
  expect(collected?.result).toMatch(/AUTH/);
});

it('does the work of a package by the agent that it names', async () => {
  const { here, seen } = await withAgent('text-two-turns');
  const folder = await drop(here, 'tidy_docs', 'description: tidies the documentation of a service\nagent: helper\n', {
    'examples.jsonl': `${JSON.stringify({ text: 'tidy up the docs' })}\n`,
  });
  await put(here.dir, {});
  const app = await library(here);
  const run_id = runIdOf(await app.run({ input: 'tidy up the docs' }));
  expect(await ended(app, run_id)).toBe('succeeded');
  expect(await invocation(here, run_id)).toMatchObject({ surface: 'workflow' });
  const told = observed(seen)?.received.find(({ method }) => method === 'session/prompt')?.params;
  expect(JSON.stringify(told)).toContain(join(folder, 'SKILL.md'));
  await app.collect();
});

it('goes on under another supervisor when its own is killed', async () => {
  const { here } = await withAgent('cancel-mid-tool');
  const app = await library(here);
  const run_id = runIdOf(await app.run({ input: REQUEST }));
  const supervisor = await until('the tool runs', async () => {
    const entry = await app.job(run_id);
    if (entry.kind !== 'job' || entry.progress?.step == null) return null;
    return await inStore(here, ({ records }) =>
      records.store.read((tx) =>
        tx.selectFrom('jobs').select('supervisor_pid').where('run_id', '=', run_id).executeTakeFirst(),
      ),
    );
  });
  process.kill(supervisor?.supervisor_pid ?? 0, 'SIGKILL');
  expect((await app.run({ input: 'how is it going?' })).reply).toContain('executor');
  expect(await app.cancel(run_id)).toMatchObject({ status: 'cancelled', confirmed: true });
  expect(await invocation(here, run_id)).toMatchObject({ status: 'cancelled' });
});

it('a new revision of the agent is other work: nothing is joined', async () => {
  const { here } = await withAgent('cancel-mid-tool');
  const app = await library(here);
  const first = runIdOf(await app.run({ input: REQUEST }));
  await inStore(here, ({ records }) => editAgent(records, 'helper', { instructions: 'Be brief.' }));
  const second = await app.run({ input: REQUEST });
  expect(second.joined).toBe(false);
  await app.cancel(first);
  await app.cancel(runIdOf(second));
});

it('says that it failed when the program that called the agent is killed, leaves nothing of it, and frees its session', async () => {
  const { here } = await withAgent('cancel-mid-tool');
  const app = await library(here);
  const run_id = runIdOf(await app.run({ input: REQUEST }));
  const pid = await until('the tool runs', async () => {
    const entry = await app.job(run_id);
    if (entry.kind !== 'job' || entry.progress?.step == null) return null;
    return findByMark('ER_RUN_ID', run_id).find((one) => argvOf(one)[1]?.endsWith('agent.js'));
  });
  process.kill(pid, 'SIGKILL');
  expect(await ended(app, run_id)).toBe('failed');
  expect(findByMark('ER_RUN_ID', run_id)).toEqual([]);
  const next = await app.run({ input: `${REQUEST} now` });
  await until('the next one runs', async () => (await invocation(here, runIdOf(next)))?.status === 'pending');
  expect(await invocation(here, run_id)).toMatchObject({ status: 'failed', outcome: 'unknown' });
  await app.cancel(runIdOf(next));
});
