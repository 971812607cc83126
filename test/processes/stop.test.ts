import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive, type ProcessId } from '../../src/processes/identity.js';
import { type Process, startProcess } from '../../src/processes/process.js';
import { stopTree } from '../../src/processes/stop.js';
import { findByMark, findTree, type Tree } from '../../src/processes/tree.js';
import { program } from '../harness/programs.js';
import { until } from '../harness/until.js';
import { workspace } from '../harness/workspace.js';

let marks = 0;

function start(argv: string[], env: NodeJS.ProcessEnv = {}): { child: Process; id: ProcessId; tree: Tree } {
  marks += 1;
  const value = `stop-test-${process.pid}-${marks}`;
  const child = startProcess(
    { argv, cwd: '/', env: { ...process.env, STOP_TEST: value, ...env } },
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  );
  const id = child.id ?? expect.fail('not started');
  return {
    child,
    id,
    tree: { root: id, mark: { name: 'STOP_TEST', value }, directory: null, foreign_mark: 'FOREIGN' },
  };
}

describe('stopping a tree', () => {
  it('looks a second time before a tree counts as gone: a table may miss a child whose parent died as it was read', async () => {
    const { id, tree } = start(['sleep', '1000']);
    let looks = 0;
    const find = (one: Tree) => {
      looks += 1;
      return looks === 1 ? [] : findTree(one);
    };
    expect(await stopTree(tree, { grace_ms: 5_000, find })).toMatchObject({ confirmed: true, stopped: 1 });
    expect(isAlive(id)).toBe(false);
  });

  it('lets a program clean up', async () => {
    const dir = await workspace();
    const { tree } = start([process.execPath, program('cleans-up.mjs'), join(dir, 'ready'), join(dir, 'cleaned')]);
    await until('it is ready', () => existsSync(join(dir, 'ready')));
    expect(await stopTree(tree, { grace_ms: 5_000 })).toMatchObject({
      confirmed: true,
      forced: false,
      unconfirmed: [],
    });
    expect(existsSync(join(dir, 'cleaned'))).toBe(true);
  });

  it('kills a program that ignores SIGTERM, once its grace is over, and says so', async () => {
    const dir = await workspace();
    const { tree, id } = start([process.execPath, program('no-killable.mjs'), join(dir, 'ready')]);
    await until('it is ready', () => existsSync(join(dir, 'ready')));
    const began = performance.now();
    expect(await stopTree(tree, { grace_ms: 150 })).toMatchObject({ confirmed: true, forced: true });
    expect(performance.now() - began).toBeGreaterThan(140);
    expect(isAlive(id)).toBe(false);
  });

  it('ends grandchildren, also those in a session of their own', async () => {
    const dir = await workspace();
    const { tree } = start(['/bin/sh', program('forks.sh'), join(dir, 'ready')]);
    await until('all have started', () => findTree(tree).length >= 4);
    const report = await stopTree(tree, { grace_ms: 2_000 });
    expect(report.confirmed).toBe(true);
    expect(report.stopped).toBeGreaterThanOrEqual(4);
    expect(findTree(tree)).toEqual([]);
  });

  it('finds what a dead leader left behind', async () => {
    const { tree, child } = start(['/bin/sh', program('leaves-behind.sh')]);
    await child.exit;
    await until('both are seen', () => findTree(tree).length === 2);
    expect(await stopTree(tree, { grace_ms: 2_000 })).toMatchObject({ confirmed: true, forced: false, stopped: 2 });
  });

  it('does nothing to a tree that has ended', async () => {
    const { tree, child } = start(['/bin/sh', '-c', 'exit 0']);
    await child.exit;
    expect(await stopTree(tree, { grace_ms: 10 })).toEqual({
      confirmed: true,
      forced: false,
      unconfirmed: [],
      stopped: 0,
    });
  });

  it('never signals a stranger that has the pid now', async () => {
    const { tree, child, id } = start([process.execPath, program('forever.mjs')]);
    const stale = { ...tree, root: { ...id, started_at: 'long ago' }, mark: null };
    expect(await stopTree(stale, { grace_ms: 10 })).toMatchObject({ stopped: 0 });
    expect(isAlive(id)).toBe(true);
    await stopTree(tree, { grace_ms: 2_000 });
    await child.exit;
  });

  it('leaves other work alone that was started from inside', async () => {
    const { tree } = start(['/bin/sh', '-c', 'FOREIGN=1 setsid sh -c "sleep 1000 & wait" & sleep 1000']);
    await until('all have started', () => findByMark('STOP_TEST', tree.mark?.value ?? '').length >= 4);
    await until('the foreign part is told apart', () => findTree(tree).length === 2);
    await stopTree(tree, { grace_ms: 2_000 });
    const foreign = findByMark('STOP_TEST', tree.mark?.value ?? '');
    expect(foreign.length).toBeGreaterThanOrEqual(1);
    await stopTree({ ...tree, foreign_mark: null }, { grace_ms: 2_000 });
    expect(findByMark('STOP_TEST', tree.mark?.value ?? '')).toEqual([]);
  });
});
