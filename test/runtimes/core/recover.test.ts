import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostName, identify, isAlive, type ProcessId, self } from '../../../src/processes/identity.js';
import { recover } from '../../../src/runtimes/recover.js';
import {
  finishInvocation,
  insertInvocation,
  markLaunched,
  type NewInvocation,
} from '../../../src/store/invocations.js';
import { type Room, withRoom } from './room.js';
import { scriptedDriver } from './scripted-driver.js';

const DEAD = { recorder_pid: 4_000_001, recorder_started_at: 'long ago' };

/** An invocation as its recorder left it, with its folder. */
async function left(room: Room, id: string, more: Partial<NewInvocation> = {}): Promise<void> {
  await mkdir(join(room.stateDir, 'scratch', id), { recursive: true });
  await room.store.write((tx) =>
    insertInvocation(tx, {
      ...{ id, surface: 'task', role: null, owner: null, run_id: null, runtime_id: 'codex', channel_id: 'ch' },
      ...{ agent_id: 'a', agent_revision: 1, environment_id: 'local', mode: 'oneshot', policy: 'fresh' },
      ...{ requested_session: null, work_dir: '/', recorder_host: hostName(), ...DEAD },
      ...{ started_at: '2025-01-01T00:00:00.000Z', events_path: join(room.stateDir, 'events.jsonl') },
      ...more,
    }),
  );
}

/** A back-end that nobody looks after any more: it leaves its own group. */
function backEnd(id: string): ProcessId {
  const child = spawn('/bin/sh', ['-c', 'sleep 300 & wait'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ER_INVOCATION_ID: id },
  });
  child.unref();
  const known = identify(child.pid ?? -1);
  if (known === null) throw new Error('not started');
  return known;
}

it('fails what dead recorders left, and ends their processes, by pid or by mark alone', async () => {
  await withRoom(scriptedDriver(), async (room) => {
    await left(room, 'by-pid', { requested_session: 's1' });
    await left(room, 'by-mark');
    const children = [backEnd('by-pid'), backEnd('by-mark')];
    const [first] = children as [ProcessId];
    await room.store.write((tx) => markLaunched(tx, 'by-pid', first, new Date()));
    const recovered = await recover(room.store, room.stateDir);
    expect(
      recovered.map(({ invocationId, wasPending, left: { confirmed } }) => [invocationId, wasPending, confirmed]),
    ).toEqual([
      ['by-mark', true, true],
      ['by-pid', true, true],
    ]);
    expect(children.map(isAlive)).toEqual([false, false]);
    const row = await room.row('by-pid');
    expect(row).toMatchObject({
      status: 'failed',
      outcome: 'unknown',
      error: expect.stringContaining('before it finished'),
    });
    expect(existsSync(join(room.stateDir, 'scratch', 'by-pid'))).toBe(false);
    expect(await recover(room.store, room.stateDir)).toEqual([]);
  });
});

it('ends the process of one that had ended, and leaves its status', async () => {
  await withRoom(scriptedDriver(), async (room) => {
    await left(room, 'done');
    const end = {
      status: 'completed',
      outcome: null,
      finished_at: '2025-01-01T00:00:01.000Z',
      error: null,
      usage: null,
    };
    await room.store.write((tx) => finishInvocation(tx, 'done', end));
    const child = backEnd('done');
    expect(await recover(room.store, room.stateDir)).toMatchObject([{ invocationId: 'done', wasPending: false }]);
    expect(isAlive(child)).toBe(false);
    expect(await room.row('done')).toMatchObject({ status: 'completed' });
  });
});

it('touches nothing of a recorder that lives, nor of another machine', async () => {
  await withRoom(scriptedDriver(), async (room) => {
    const mine = self();
    await left(room, 'mine', { recorder_pid: mine.pid, recorder_started_at: mine.started_at });
    await left(room, 'elsewhere', { recorder_host: 'another' });
    expect(await recover(room.store, room.stateDir)).toEqual([]);
    for (const id of ['mine', 'elsewhere']) expect(await room.row(id)).toMatchObject({ status: 'pending' });
    expect(existsSync(join(room.stateDir, 'scratch', 'mine'))).toBe(true);
  });
});

it('may be done by several at once, and by one that finds nothing', async () => {
  await withRoom(scriptedDriver(), async (room) => {
    expect(await recover(room.store, room.stateDir)).toEqual([]);
    await left(room, 'one');
    await mkdir(join(room.stateDir, 'scratch', 'never-recorded'), { recursive: true });
    const all = await Promise.all([1, 2, 3].map(() => recover(room.store, room.stateDir)));
    expect(all.flat().filter(({ wasPending }) => wasPending)).toHaveLength(1);
    expect(existsSync(join(room.stateDir, 'scratch', 'never-recorded'))).toBe(false);
  });
});
