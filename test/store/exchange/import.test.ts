import { expect, it } from 'vitest';
import { ensureEnvironment } from '../../../src/store/environments.js';
import { exportEnvironment } from '../../../src/store/exchange/export.js';
import { EnvironmentExistsError, importEnvironment } from '../../../src/store/exchange/import.js';
import { loadFacts } from '../../../src/store/facts.js';
import { loadRound, openRound, unfinishedRounds } from '../../../src/store/rounds.js';
import { tasksOfRun } from '../../../src/store/tasks.js';
import type { Tx } from '../../../src/store/tx.js';
import { dispatched, later, START, withStore } from '../made.js';
import { FOREIGN_TRACK, foreignEnvironment } from './sample.js';

async function everything<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of list) all.push(item);
  return all;
}

async function exported(tx: Tx, id: number) {
  const { environment, archive } = await exportEnvironment(tx, id);
  return { environment, archive: await everything(archive) };
}

it("imports another implementation's file and continues it", async () => {
  await withStore((store) =>
    store.write(async (tx) => {
      const report = await importEnvironment(tx, { name: 'theirs', environment: foreignEnvironment(), now: START });
      expect(report).toMatchObject({ rounds: 2, lost: 1 });
      expect(await unfinishedRounds(tx, report.environment_id)).toEqual([]);
      const { environment } = await exported(tx, report.environment_id);
      expect(environment).toMatchObject({
        format: 'someone-else/3',
        cur_round: 5,
        updated_at: START.toISOString(),
        history_summaries: [
          { summary_id: 1, round_range: '1-3', round_start: 1, round_end: 3, round_count: 3, model: 'x' },
        ],
        history_meta_summary: 'logins',
        rounds: [
          { round_id: 4, mood: { calm: true }, tasks: [{ note: 'kept beside the task', task: { priority: 3 } }] },
          {
            round_id: 5,
            reply: '',
            tasks: [{ task_id: 1, task: { task_id: 1, status: 'done', result: '' }, track: [] }],
          },
        ],
      });
      expect(await openRound(tx, report.environment_id, 'next', later(1))).toBe(6);
    }),
  );
});

it('turns a running task without a job here into a failed one, and says so in its track', async () => {
  await withStore((store) =>
    store.write(async (tx) => {
      const { environment_id } = await importEnvironment(tx, {
        name: 'theirs',
        environment: foreignEnvironment(),
        now: START,
      });
      const record = (await loadRound(tx, environment_id, 4))?.tasks[0];
      expect(record?.task).toMatchObject({ status: 'failed', reason: 'LOST', result: 'lost: no job here' });
      expect(record?.track.slice(0, 2)).toEqual(FOREIGN_TRACK);
      expect(record?.track[2]).toMatchObject({ agent: 'runtime', event: 'workflow_fail', reason: 'lost' });
      expect((await loadFacts(tx, environment_id)).running).toEqual([]);
    }),
  );
});

it('never ties an imported task to a job of this store', async () => {
  await withStore((store) =>
    store.write(async (tx) => {
      const { id } = await ensureEnvironment(tx, 'ours', START);
      await dispatched(tx, id, 'theirs-1');
      const { environment_id } = await importEnvironment(tx, {
        name: 'theirs',
        environment: foreignEnvironment(),
        now: START,
      });
      expect(await tasksOfRun(tx, 'theirs-1')).toHaveLength(1);
      expect((await loadRound(tx, environment_id, 4))?.tasks[0]?.task.run_id).toBe('theirs-1');
    }),
  );
});

it('imports the archive as folded rounds and counts on from the highest number anything names', async () => {
  await withStore((store) =>
    store.write(async (tx) => {
      const archive = [
        { round_id: 2, user_input: 'two', tasks: [] },
        { round_id: 1, user_input: 'one', reply: 'r', tasks: [{ task: { type: 'executor', status: 'done' } }] },
        { round_id: 9, user_input: 'nine' },
      ];
      const order = { name: 'theirs', environment: foreignEnvironment(), archive, now: START };
      const { environment_id, rounds } = await importEnvironment(tx, order);
      expect(rounds).toBe(5);
      const back = await exported(tx, environment_id);
      expect(back.environment.rounds.map(({ round_id }) => round_id)).toEqual([4, 5]);
      expect(back.archive.map(({ round_id }) => round_id)).toEqual([1, 2, 9]);
      const folded = await tx.selectFrom('rounds').select('folded_into').orderBy('round_id').execute();
      expect(folded.map(({ folded_into }) => folded_into)).toEqual([1, 1, null, null, 0]);
      expect(await openRound(tx, environment_id, 'next', START)).toBe(10);
    }),
  );
});

it('asks an open question of our own again', async () => {
  await withStore((store) =>
    store.write(async (tx) => {
      const question = {
        round_id: 5,
        task_id: 1,
        kind: 'param',
        param: 'base_url',
        options: [],
        question: 'Which address?',
        task_type: 'perftest',
        task_content: 'a\nb',
        params: {},
        user_input: 'x',
        also_asked: [{ said: 'tell everybody' }, { chosen: 'inspection' }],
        asked_at: START.toISOString(),
      };
      const environment = { ...foreignEnvironment(), pending_question: question };
      const { environment_id } = await importEnvironment(tx, { name: 'a', environment, now: START });
      expect((await loadFacts(tx, environment_id)).pending_question).toEqual(question);
      expect((await exported(tx, environment_id)).environment.pending_question).toEqual(question);
      const other = { ...foreignEnvironment(), pending_question: 'what?' };
      const second = await importEnvironment(tx, { name: 'b', environment: other, now: START });
      expect((await loadFacts(tx, second.environment_id)).pending_question).toBe(null);
      expect((await exported(tx, second.environment_id)).environment.pending_question).toBe('what?');
    }),
  );
});

it('refuses a name that is taken, and takes one that has no rounds yet', async () => {
  await withStore(async (store) => {
    const order = { name: 'default', environment: foreignEnvironment(), now: START };
    await store.write((tx) => ensureEnvironment(tx, 'default', START));
    await store.write((tx) => importEnvironment(tx, order));
    await expect(store.write((tx) => importEnvironment(tx, order))).rejects.toThrow(EnvironmentExistsError);
  });
});
