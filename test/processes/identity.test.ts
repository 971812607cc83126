import { describe, expect, it } from 'vitest';
import { hostName, identify, isAlive, ownerAlive, ownerName, self } from '../../src/processes/identity.js';
import { startProcess } from '../../src/processes/process.js';
import { parsePs, readProcess } from '../../src/processes/table.js';
import { program } from '../harness/programs.js';
import { until } from '../harness/until.js';

const forever = () =>
  startProcess(
    { argv: [process.execPath, program('forever.mjs')], cwd: '/', env: process.env },
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  );

describe('the identity of a process', () => {
  it('is a pid and the start time the system gives', () => {
    expect(self().pid).toBe(process.pid);
    expect(identify(process.pid)).toEqual(self());
    expect(isAlive(self())).toBe(true);
  });

  it('is another one when the start time differs, as after a pid was reused', () => {
    expect(isAlive({ pid: process.pid, started_at: 'long ago' })).toBe(false);
  });

  it('ends with the process, reaped or not', async () => {
    const child = forever();
    const id = child.id ?? expect.fail('not started');
    expect(isAlive(id)).toBe(true);
    process.kill(id.pid, 'SIGKILL');
    // Killed, and a zombie until the event loop turns.
    const deadline = performance.now() + 5_000;
    while (isAlive(id) && performance.now() < deadline);
    expect(isAlive(id)).toBe(false);
    expect((await child.exit).signal).toBe('SIGKILL');
    await until('it is reaped', () => readProcess(id.pid) === null);
  });

  it('is null for pids nobody has', () => {
    expect(identify(0)).toBeNull();
    expect(identify(-1)).toBeNull();
    expect(identify(2 ** 31)).toBeNull();
  });
});

describe('the holder of a lease', () => {
  it('is known to live on this machine', () => {
    expect(ownerAlive(ownerName())).toBe(true);
  });

  it('is known to be dead on this machine', () => {
    expect(ownerAlive(`${hostName()}:${process.pid}:long ago`)).toBe(false);
  });

  it('cannot be told on another machine', () => {
    expect(ownerAlive(`elsewhere:${process.pid}:${self().started_at}`)).toBeNull();
    expect(ownerAlive('nonsense')).toBeNull();
  });
});

it('reads the process table of systems without /proc', () => {
  const table = [
    '  501     1   501 Ss   Mon Nov 29 19:48:51 2027',
    '  777   501   501 Z+   Tue Nov  2 09:08:01 2027',
    '  901   501   901 T    Tue Nov  2 09:08:01 2027',
    '',
  ];
  expect(parsePs(table.join('\n'))).toEqual([
    {
      pid: 501,
      parent: 1,
      group: 501,
      session: 0,
      zombie: false,
      halted: false,
      started_at: 'Mon Nov 29 19:48:51 2027',
    },
    {
      pid: 777,
      parent: 501,
      group: 501,
      session: 0,
      zombie: true,
      halted: false,
      started_at: 'Tue Nov 2 09:08:01 2027',
    },
    {
      pid: 901,
      parent: 501,
      group: 901,
      session: 0,
      zombie: false,
      halted: true,
      started_at: 'Tue Nov 2 09:08:01 2027',
    },
  ]);
});
