import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type GatedProcess, startGated, startProcess } from '../../src/processes/process.js';
import { until } from '../harness/until.js';
import { workspace } from '../harness/workspace.js';

function gated(dir: string, argv: string[]): GatedProcess {
  const out = openSync(join(dir, 'stdout'), 'a');
  const err = openSync(join(dir, 'stderr'), 'a');
  const child = startGated(
    { argv, cwd: dir, env: { ...process.env, ER_JOB_DIR: dir } },
    { stdin: 'ignore', stdout: out, stderr: err },
  );
  closeSync(out);
  closeSync(err);
  return child;
}

const read = (dir: string, file: string) => readFileSync(join(dir, file), 'utf8');

describe('the gate', () => {
  it('lets nothing run before it is opened, and keeps the exit code', async () => {
    const dir = await workspace();
    const child = gated(dir, ['/bin/sh', '-c', 'echo ran; exit 7']);
    expect(child.id).not.toBeNull();
    expect(existsSync(join(dir, 'started'))).toBe(false);
    child.release();
    expect((await child.exit).code).toBe(7);
    expect(read(dir, 'stdout')).toBe('ran\n');
    expect(read(dir, 'exit')).toBe('7\n');
    expect(read(dir, 'started').trim()).toBe(String(child.id?.pid));
  });

  it('runs nothing when its keeper goes away', async () => {
    const dir = await workspace();
    const child = gated(dir, ['/bin/sh', '-c', 'echo ran']);
    child.abandon();
    expect((await child.exit).code).toBe(0);
    expect(existsSync(join(dir, 'started'))).toBe(false);
    expect(existsSync(join(dir, 'exit'))).toBe(false);
    expect(read(dir, 'stdout')).toBe('');
  });

  it('records the code of a workflow that SIGTERM to the group ended', async () => {
    const dir = await workspace();
    const child = gated(dir, ['sleep', '1000']);
    child.release();
    await until('it runs', () => existsSync(join(dir, 'started')));
    await until('SIGTERM has ended it', () => {
      if (existsSync(join(dir, 'exit'))) return true;
      process.kill(-(child.id?.pid ?? 0), 'SIGTERM');
      return false;
    });
    await child.exit;
    expect(read(dir, 'exit')).toBe('143\n');
  });

  it('gives each argument to the program as it is', async () => {
    const dir = await workspace();
    const child = gated(dir, ['printf', '[%s]', 'a b', '$(touch x)', "'", '', '中文']);
    child.release();
    await child.exit;
    expect(read(dir, 'stdout')).toBe("[a b][$(touch x)]['][][中文]");
  });

  it('says 127 for a program that is not there', async () => {
    const dir = await workspace();
    const child = gated(dir, ['/no/such/program']);
    child.release();
    await child.exit;
    expect(read(dir, 'exit')).toBe('127\n');
    expect(read(dir, 'stderr')).toContain('er-job');
  });

  it('runs nothing once its folder is gone', async () => {
    const dir = await workspace();
    const child = startGated(
      { argv: ['touch', join(dir, 'ran')], cwd: dir, env: { ...process.env, ER_JOB_DIR: join(dir, 'gone') } },
      { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    );
    child.release();
    expect((await child.exit).code).toBe(125);
    expect(existsSync(join(dir, 'ran'))).toBe(false);
  });
});

describe('starting a process', () => {
  it('reports a program that is not there through its exit, not by throwing', async () => {
    const child = startProcess(
      { argv: ['/no/such/program'], cwd: '/', env: {} },
      { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    );
    expect(child.id).toBeNull();
    expect((await child.exit).error?.message).toContain('ENOENT');
  });

  it('reports arguments no system takes the same way', async () => {
    const child = startProcess(
      { argv: ['echo', 'a\0b'], cwd: '/', env: process.env },
      { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
    );
    expect((await child.exit).error).toBeInstanceOf(Error);
  });
});
