import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { approver } from '../../../src/runtimes/approvals/approver.js';
import { waitingApprovals } from '../../../src/store/approvals.js';
import { ensureEnvironment } from '../../../src/store/environments.js';
import { openStore, type Store } from '../../../src/store/open.js';
import { userEnv } from '../../harness/command-line.js';
import { project, type TestProject } from '../../harness/project.js';
import { until } from '../../harness/until.js';
import { invoked } from '../../runtimes/approvals/invoked.js';
import { dispatched, START } from '../../store/made.js';

const BIN = fileURLToPath(new URL('../../../bin/environment-runtime.js', import.meta.url));

interface Talk {
  readonly child: ChildProcess;
  said(): string;
  type(line: string): void;
}

function talk(here: TestProject): Talk {
  const child = spawn(process.execPath, [BIN, 'run', '--interactive'], { cwd: here.dir, env: userEnv(here) });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  return { child, said: () => text, type: (line) => child.stdin.write(`${line}\n`) };
}

function ask(store: Store, workDir: string, id: string, what: string) {
  const signal = new AbortController().signal;
  const rules = { policy: 'ask' as const, allow: [] };
  return approver({ store, rules, invocationId: id, workDir, redact: (text) => text, now: () => new Date(), signal })({
    requestId: 'r',
    tool: 'shell',
    argv: ['deploy', what],
    cwd: null,
    writes: [],
    input: null,
  });
}

it('shows what an agent of its Environment asks for, and takes the answer in place', async () => {
  const here = await project();
  const store = await openStore(join(here.dir, 'var', 'state.db'));
  try {
    await store.write(async (tx) => {
      for (const name of ['default', 'other']) {
        const { id } = await ensureEnvironment(tx, name, START);
        const run_id = `job_${name}`;
        const { round_id, task_id } = await dispatched(tx, id, run_id);
        await invoked(tx, `inv_${name}`, here.dir, { environment: name, round_id, task_id, run_id });
      }
    });
    const { child, said, type } = talk(here);
    const gone = new Promise((resolve) => child.on('close', resolve));
    void ask(store, here.dir, 'inv_other', 'elsewhere');
    const first = ask(store, here.dir, 'inv_default', 'one');
    await until('it is shown', () => said().includes('An agent asks for shell: deploy one'));
    type('y');
    expect(await first).toBe('approved');

    const second = ask(store, here.dir, 'inv_default', 'two');
    await until('it is shown', () => said().includes('deploy two'));
    // One at a time: an answer is to what was shown last.
    const behind = ask(store, here.dir, 'inv_default', 'behind');
    await until('both wait', async () => {
      return (await store.read((tx) => waitingApprovals(tx, new Date()))).length === 3;
    });
    type('no');
    expect(await second).toBe('denied');
    await until('the next one is shown', () => said().includes('deploy behind'));
    type('好');
    expect(await behind).toBe('approved');

    const third = ask(store, here.dir, 'inv_default', 'three');
    await until('it is shown', () => said().includes('deploy three'));
    type('/status');
    type('/approve');
    expect(await third).toBe('approved');
    type('/approve');
    await until('nothing waits', () => said().includes('Nothing waits for an approval.'));
    type('/quit');
    expect(await gone).toBe(0);
    expect(said()).not.toContain('elsewhere');
    expect(said()).toMatch(/approval_[0-9a-f]{10}: denied by /);
    await store.write((tx) => tx.updateTable('approvals').set({ decision: 'denied' }).execute());
  } finally {
    await store.close();
  }
});
