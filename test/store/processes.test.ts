import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureEnvironment, listEnvironments } from '../../src/store/environments.js';
import { acquireLease, checkLease } from '../../src/store/lease.js';
import { openStore } from '../../src/store/open.js';
import { closeRound, loadRounds, openRound } from '../../src/store/rounds.js';
import { workspace } from '../harness/workspace.js';
import { program, run } from './child.js';

it('lets three processes read and then write 300 times each without an error or a lost update', async () => {
  const directory = await workspace();
  const file = join(directory, 'store.db');
  const script = program('count-up', directory);
  const store = await openStore(file);
  await store.write((tx) => ensureEnvironment(tx, 'default', new Date()));
  const children = [1, 2, 3].map(() => run(script, file, '300'));
  for (const child of children) expect(await child.line()).toBe('open');
  for (const child of children) child.send('go');
  for (const child of children)
    expect(await child.ended).toMatchObject({ code: 0, errors: '', lines: ['open', '300'] });
  const row = await store.read((tx) =>
    tx.selectFrom('environments').select('round_base').where('id', '=', 1).executeTakeFirstOrThrow(),
  );
  expect(row.round_base).toBe(900);
  await store.close();
});

it('lets several processes create the same store at once', async () => {
  const directory = await workspace();
  const script = program('create', directory);
  for (let round = 0; round < 3; round += 1) {
    const file = join(directory, `made-${round}`, 'store.db');
    const children = [1, 2, 3, 4].map(() => run(script, file));
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.send('go');
    for (const child of children)
      expect(await child.ended).toMatchObject({ code: 0, errors: '', lines: ['ready', 'done'] });
    const store = await openStore(file, { create: false });
    expect(await store.read(listEnvironments)).toHaveLength(1);
    await store.close();
  }
});

it('writes nothing for a stalled holder whose lease another process took', async () => {
  const directory = await workspace();
  const file = join(directory, 'store.db');
  const child = run(program('stalled-holder', directory), file, '1');
  expect(await child.line()).toBe('held 1');
  const store = await openStore(file);
  const later = new Date(Date.now() + 60_000);
  const environment_id = await store.write(async (tx) => {
    const { id } = await ensureEnvironment(tx, 'default', later);
    const request = { environment_id: id, owner: 'here:2:2', now: later, ttl_ms: 60_000, isAlive: () => true };
    const acquired = await acquireLease(tx, request);
    if (!acquired.held) throw new Error('the lease had lapsed');
    expect(acquired.lease.epoch).toBe(2);
    const round_id = await openRound(tx, id, 'mine', later);
    await checkLease(tx, acquired.lease, later);
    await closeRound(tx, { environment_id: id, round_id }, { reply: 'done', now: later });
    return id;
  });
  child.send('go on');
  expect(await child.line()).toBe('LEASE_LOST');
  await child.ended;
  const rounds = await store.read((tx) => loadRounds(tx, environment_id, { last: 10, track: true }));
  expect(rounds.map(({ user_input }) => user_input)).toEqual(['mine']);
  await store.close();
});

it('refuses the lease of a live holder and takes that of a killed one', async () => {
  const directory = await workspace();
  const file = join(directory, 'store.db');
  const child = run(program('stalled-holder', directory), file, '600000');
  expect(await child.line()).toBe('held 1');
  const store = await openStore(file);
  const isAlive = () => child.process.exitCode === null && child.process.signalCode === null;
  const ask = () =>
    store.write(async (tx) => {
      const { id } = await ensureEnvironment(tx, 'default', new Date());
      return acquireLease(tx, { environment_id: id, owner: 'here:2:2', now: new Date(), ttl_ms: 1_000, isAlive });
    });
  expect(await ask()).toMatchObject({ held: false, owner: `here:${child.process.pid}:1` });
  child.process.kill('SIGKILL');
  await child.ended;
  expect(await ask()).toMatchObject({ held: true, lease: { epoch: 2 } });
  await store.close();
});
