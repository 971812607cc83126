import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { hostName, identify } from '../../src/processes/identity.js';
import { openRound } from '../../src/store/rounds.js';
import { command, json, start } from '../harness/command-line.js';
import { house, round } from '../harness/house.js';
import { holds, library, runIdOf } from '../harness/library.js';
import { drop, dropProbe, project } from '../harness/project.js';
import { until } from '../harness/until.js';

const children: ReturnType<typeof spawn>[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

it('leaves the open round of a living process alone, and closes it once that process is dead', async () => {
  const rooms = await house(await project());
  await round(rooms, 'how is it going?');
  const other = spawn('sleep', ['60']);
  children.push(other);
  const { pid = 0 } = other;
  const owner = `${hostName()}:${pid}:${identify(pid)?.started_at}`;
  // It has opened its round and given the lease back for as long as something long runs.
  await rooms.store.write((tx) => openRound(tx, 1, 'something long', new Date(), owner));

  const beside = await round(rooms, 'how is it going?');
  expect(beside.round_id).toBe(3);
  expect(beside.reply).not.toContain('interrupted');

  other.kill('SIGKILL');
  await once(other, 'exit');
  const after = await round(rooms, 'how is it going?');
  expect(after.reply).toContain('Round 2 was interrupted');
  expect((await round(rooms, 'how is it going?')).reply).not.toContain('interrupted');
});

it('numbers the rounds of eight processes at once without gaps', async () => {
  const here = await project();
  const runs = Array.from({ length: 8 }, () => command(here, ['run', '--input', 'how is it going?', '--json']));
  const ended = await Promise.all(runs);
  const done = ended.filter(({ code }) => code === 0);
  for (const { stderr } of ended.filter(({ code }) => code !== 0)) expect(stderr).toContain('ENVIRONMENT_BUSY');
  const ids = done.map(({ stdout }) => (JSON.parse(stdout) as { round_id: number }).round_id);
  expect(ids.sort((a, b) => a - b)).toEqual(done.map((_, at) => at + 1));
  expect(done.length).toBeGreaterThan(0);
});

it('starts one job for the same request from four processes at once', async () => {
  const here = await project();
  await dropProbe(here);
  const runs = Array.from({ length: 4 }, () =>
    json<{ run_id: string; joined: boolean }>(here, ['run', '--input', 'probe the turbine how=hold']),
  );
  const results = await Promise.all(runs);
  expect(new Set(results.map(({ run_id }) => run_id)).size).toBe(1);
  expect(results.filter(({ joined }) => !joined)).toHaveLength(1);
  await holds(here, results[0]?.run_id ?? '');
  await command(here, ['cancel', results[0]?.run_id ?? '']);
});

it('writes nothing after its lease was taken while it was stopped', async () => {
  const here = await project();
  await drop(
    here,
    'stubborn',
    'description: Guard the gate.\nwhen_to_use: The gate is to be guarded.\ncommand: [./stay.sh]\ncwd: package',
    {
      'stay.sh': '#!/bin/sh\ntrap \'\' TERM\n: > "$ER_JOB_DIR/holds"\nwhile :; do sleep 0.05; done\n',
      'examples.jsonl': '{"text":"guard the gate"}\n',
    },
  );
  const rooms = await house(here);
  const app = await library(here);
  const run_id = runIdOf(await round(rooms, 'guard the gate'));
  await holds(here, run_id);
  // It holds the lease for as long as the workflow does not end: that one ignores SIGTERM.
  const stalled = start(here, ['run', '--input', 'stop it']);
  await until('the stop is asked for', async () => {
    const entry = await app.job(run_id);
    return entry.kind === 'job' && entry.cancel_requested;
  });
  stalled.child.kill('SIGSTOP');
  await rooms.store.write((tx) =>
    tx.updateTable('environments').set({ lease_until: '2000-01-01T00:00:00.000Z' }).execute(),
  );
  expect(await round(rooms, 'how is it going?')).toMatchObject({ round_id: 3, task_status: 'done' });
  const before = (await app.show('default', { round: 2 })).round;
  expect(before).toMatchObject({ reply: '', tasks: [] });

  stalled.child.kill('SIGCONT');
  const { code, stdout, stderr } = await stalled.ended;
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('taken over');
  expect((await app.show('default', { round: 2 })).round).toEqual(before);
  expect((await round(rooms, 'how is it going?')).reply).toContain('Round 2 was interrupted');
});

it('says who holds the Environment when it waited in vain', async () => {
  const here = await project();
  const rooms = await house(here);
  await round(rooms, 'how is it going?');
  const holder = spawn('sleep', ['60']);
  children.push(holder);
  const { pid = 0 } = holder;
  const owner = `${hostName()}:${pid}:${identify(pid)?.started_at}`;
  const until_ = new Date(Date.now() + 60_000).toISOString();
  await rooms.store.write((tx) =>
    tx.updateTable('environments').set({ lease_owner: owner, lease_until: until_ }).execute(),
  );
  const hurried = { ...rooms, lease: { ...rooms.lease, wait_ms: 50 } };
  await expect(round(hurried, 'how is it going?')).rejects.toMatchObject({
    code: 'ENVIRONMENT_BUSY',
    exitCode: 3,
    message: expect.stringContaining(`process ${pid} on ${hostName()}`),
  });
  const [environment] = await rooms.store.read((tx) => tx.selectFrom('rounds').selectAll().execute());
  expect(environment?.round_id).toBe(1);
});
