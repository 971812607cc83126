import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { answerApproval } from '../../../src/runtimes/approvals/answer.js';
import { type ApproverOptions, approver } from '../../../src/runtimes/approvals/approver.js';
import type { ApprovalRequest } from '../../../src/runtimes/driver.js';
import { approvalsOf, type StoredApproval, waitingApprovals } from '../../../src/store/approvals.js';
import { ensureEnvironment } from '../../../src/store/environments.js';
import type { Store } from '../../../src/store/open.js';
import { loadTrack } from '../../../src/store/track.js';
import { until } from '../../harness/until.js';
import { workspace } from '../../harness/workspace.js';
import { dispatched, later, START, withStore } from '../../store/made.js';
import { invoked } from './invoked.js';

const ID = 'inv_1';
const ASKED: ApprovalRequest = {
  requestId: 'r1',
  tool: 'shell',
  argv: ['deploy', '--token', 'hunter2'],
  cwd: null,
  writes: [],
  input: null,
};

interface Scene {
  readonly store: Store;
  readonly workDir: string;
  readonly key: { environment_id: number; round_id: number; task_id: number };
  ask(request?: Partial<ApprovalRequest>, options?: Partial<ApproverOptions>): Promise<'approved' | 'denied'>;
  rows(): Promise<StoredApproval[]>;
  waiting(count?: number): Promise<StoredApproval>;
}

async function scene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const workDir = await workspace();
  await withStore(async (store) => {
    const key = await store.write(async (tx) => {
      const { id } = await ensureEnvironment(tx, 'default', START);
      const made = await dispatched(tx, id, 'job_1');
      const { round_id, task_id } = made;
      await invoked(tx, ID, workDir, { environment: 'default', round_id, task_id, run_id: 'job_1' });
      return made;
    });
    const rows = () => store.read((tx) => approvalsOf(tx, ID));
    await work({
      store,
      workDir,
      key,
      rows,
      waiting: (count = 1) =>
        until('a request waits', async () => {
          const all = (await rows()).filter(({ decision }) => decision === null);
          return all.length >= count ? all.at(-1) : null;
        }),
      ask: (request = {}, options = {}) =>
        approver({
          store,
          rules: { policy: 'ask', allow: [['git', 'status']] },
          invocationId: ID,
          workDir,
          redact: (text) => text.replace('hunter2', '[redacted]'),
          now: () => START,
          signal: new AbortController().signal,
          lookEveryMs: 5,
          ...options,
        })({ ...ASKED, ...request }),
    });
  });
}

const person = (store: Store, now = START) => ({ store, env: {}, now: () => now });
const me = userInfo().username;

describe('a request', () => {
  it('is on record, without its secrets, before it is answered, and the task knows of both', () =>
    scene(async ({ store, key, workDir, ask, waiting }) => {
      const asked = ask();
      const row = await waiting();
      expect(row).toMatchObject({
        invocation_id: ID,
        run_id: 'job_1',
        request_id: 'r1',
        tool: 'shell',
        argv: '["deploy","--token","[redacted]"]',
        cwd: workDir,
        writes: null,
        requested_at: START.toISOString(),
        expires_at: later(300).toISOString(),
        decision: null,
        by: null,
      });
      const track = () => store.read((tx) => loadTrack(tx, key));
      expect(await track()).toEqual([
        {
          agent: 'runtime',
          event: 'approval_requested',
          tool: 'shell',
          run_id: 'job_1',
          args: { argv: ['deploy', '--token', '[redacted]'], cwd: workDir, writes: null },
          return: { approval_id: row.id, invocation_id: ID, expires_at: row.expires_at },
          at: START.toISOString(),
        },
      ]);
      const answered = await answerApproval(person(store, later(7)), row.id, 'approved');
      expect(answered).toMatchObject({ decision: 'approved', by: me, decided_at: later(7).toISOString() });
      expect(await asked).toBe('approved');
      expect((await track())[1]).toEqual({
        agent: 'runtime',
        event: 'approval_decided',
        tool: 'shell',
        run_id: 'job_1',
        return: { approval_id: row.id, invocation_id: ID, decision: 'approved', by: me },
        at: later(7).toISOString(),
      });
    }));

  it('that is denied is denied', () =>
    scene(async ({ store, ask, waiting }) => {
      const asked = ask();
      await answerApproval(person(store), (await waiting()).id, 'denied');
      expect(await asked).toBe('denied');
    }));

  it('is approved once: the same request asks again', () =>
    scene(async ({ store, ask, rows, waiting }) => {
      const first = ask();
      await answerApproval(person(store), (await waiting()).id, 'approved');
      expect(await first).toBe('approved');
      const second = ask();
      const again = await waiting();
      await answerApproval(person(store), again.id, 'denied');
      expect(await second).toBe('denied');
      const [one, two] = await rows();
      expect(one?.digest).toBe(two?.digest);
    }));

  it('is approved for what was asked: a row of another digest approves nothing', () =>
    scene(async ({ store, ask, waiting }) => {
      const asked = ask();
      const { id } = await waiting();
      await store.write((tx) => tx.updateTable('approvals').set({ digest: 'x', decision: 'approved' }).execute());
      expect(await asked).toBe('denied');
      await expect(answerApproval(person(store), id, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_CLOSED' });
    }));

  it('that nobody answers in five minutes is denied by the clock', () =>
    scene(async ({ store, ask, rows, waiting }) => {
      let now = START;
      const asked = ask({}, { now: () => now });
      const { id } = await waiting();
      now = later(299);
      expect(await store.read((tx) => waitingApprovals(tx, now))).toHaveLength(1);
      now = later(300);
      expect(await store.read((tx) => waitingApprovals(tx, now))).toHaveLength(0);
      expect(await asked).toBe('denied');
      expect((await rows())[0]).toMatchObject({ decision: 'expired', by: 'clock' });
      await expect(answerApproval(person(store, now), id, 'approved')).rejects.toMatchObject({
        code: 'APPROVAL_CLOSED',
      });
    }));

  it('is denied with the run that asked', () =>
    scene(async ({ ask, rows, waiting }) => {
      const stop = new AbortController();
      const asked = ask({}, { signal: stop.signal });
      await waiting();
      stop.abort();
      expect(await asked).toBe('denied');
      expect((await rows())[0]).toMatchObject({ decision: 'denied', by: 'stop' });
    }));

  it.each<[string, Partial<ApprovalRequest>, Partial<ApproverOptions>, 'approved' | 'denied']>([
    ['on the list', { argv: 'git status' }, {}, 'approved'],
    ['of a channel without rules', {}, { rules: undefined }, 'denied'],
    ['not on the list', {}, { rules: { policy: 'allow-list', allow: [] } }, 'denied'],
    [
      'to write elsewhere, though its line is on the list',
      { argv: ['git', 'status'], writes: ['/etc/hosts'] },
      { rules: { policy: 'allow-list', allow: [['git', 'status']] } },
      'denied',
    ],
  ])('%s is decided by rule, on record', (_what, request, options, decision) =>
    scene(async ({ store, key, ask, rows }) => {
      expect(await ask(request, options)).toBe(decision);
      expect(await rows()).toMatchObject([{ decision, by: 'rule', decided_at: START.toISOString() }]);
      expect((await store.read((tx) => loadTrack(tx, key))).map(({ event }) => event)).toEqual([
        'approval_requested',
        'approval_decided',
      ]);
    }),
  );

  it('that cannot be put on record is denied', () =>
    scene(async ({ ask, rows }) => {
      expect(await ask({ argv: ['git', 'status'] }, { invocationId: 'nobody' })).toBe('denied');
      expect(await rows()).toEqual([]);
    }));

  it('waits on its own: of two that are alike each has its answer', () =>
    scene(async ({ store, ask, rows, waiting }) => {
      const asked = [ask({ requestId: 'a' }), ask({ requestId: 'b' })];
      await waiting(2);
      for (const { id, request_id } of await rows()) {
        await answerApproval(person(store), id, request_id === 'a' ? 'denied' : 'approved');
      }
      expect(await Promise.all(asked)).toEqual(['denied', 'approved']);
    }));
});

describe('an answer', () => {
  it('of two at once is the first one', () =>
    scene(async ({ store, ask, waiting }) => {
      const asked = ask();
      const { id } = await waiting();
      const answers = await Promise.allSettled([
        answerApproval(person(store), id, 'denied'),
        answerApproval(person(store), id, 'approved'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      expect(await asked).toBe('denied');
    }));

  it('to nothing that waits is refused', () =>
    scene(async ({ store, ask, waiting }) => {
      const answer = answerApproval(person(store), 'approval_x', 'approved');
      await expect(answer).rejects.toMatchObject({ code: 'APPROVAL_UNKNOWN', exitCode: 2 });
      const stop = new AbortController();
      const asked = ask({}, { signal: stop.signal, lookEveryMs: 60_000 });
      const { id } = await waiting();
      await store.write((tx) => tx.updateTable('invocations').set({ status: 'failed' }).execute());
      await expect(answerApproval(person(store), id, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_CLOSED' });
      expect(await store.read((tx) => waitingApprovals(tx, START))).toEqual([]);
      stop.abort();
      expect(await asked).toBe('denied');
    }));

  it('of an agent is no approval, but may be a denial', () =>
    scene(async ({ store, ask, rows, waiting }) => {
      const asked = ask();
      const { id } = await waiting();
      const agent = { ...person(store), env: { ER_INVOCATION_ID: ID } };
      await expect(answerApproval(agent, id, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_BY_AGENT' });
      expect((await rows())[0]?.decision).toBeNull();
      await answerApproval(agent, id, 'denied');
      expect(await asked).toBe('denied');
    }));
});
