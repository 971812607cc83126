import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { identify } from '../../src/processes/identity.js';
import { stopTree } from '../../src/processes/stop.js';
import { findByMark } from '../../src/processes/tree.js';

const MARK = 'ER_TEST_BECOMING';

/** Ends at once, right after it has started something that leaves its group and becomes another program twice. */
const LEAVES = 'setsid sh -c "exec sleep 60" >/dev/null 2>&1 &';

it('finds what is just becoming another program when its parent has ended', async () => {
  for (let turn = 0; turn < 60; turn += 1) {
    const value = `${process.pid}-${turn}`;
    const child = spawn('/bin/sh', ['-c', LEAVES], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, [MARK]: value },
    });
    const pid = child.pid ?? 0;
    const root = identify(pid) ?? { pid, started_at: 'gone' };
    await new Promise((resolve) => child.once('exit', resolve));
    const tree = { root, mark: { name: MARK, value }, directory: null, foreign_mark: null };
    expect(await stopTree(tree, { grace_ms: 1_000 }), `turn ${turn}`).toMatchObject({ confirmed: true });
    expect(findByMark(MARK, value), `turn ${turn}`).toEqual([]);
  }
}, 60_000);
