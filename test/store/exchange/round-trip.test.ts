import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Environment, Round } from '../../../src/environment/types.js';
import { deleteEnvironment } from '../../../src/store/environments.js';
import { exportEnvironment } from '../../../src/store/exchange/export.js';
import { importEnvironment } from '../../../src/store/exchange/import.js';
import type { Store } from '../../../src/store/open.js';
import { later, START, withStore } from '../made.js';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const time = fc.date({ min: START, max: later(1e6), noInvalidDate: true }).map((date) => date.toISOString());
const known = [
  ...['rounds', 'cur_round', 'updated_at', 'history_summaries', 'history_meta_summary', 'pending_question'],
  ...['round_id', 'user_input', 'reply', 'tasks', 'started_at', 'finished_at'],
  ...['task_id', 'task', 'track', 'type', 'content', 'status', 'result', 'run_id', 'params', 'reason'],
  ...['summary_id', 'round_start', 'round_end', 'round_count', 'round_range', 'summary', 'created_at'],
  ...['agent', 'at', '__proto__'],
];
const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('__proto__'));
const unknown = fc.dictionary(
  text.filter((key) => !known.includes(key)),
  json,
  { maxKeys: 3 },
);

const event = fc
  .tuple(unknown, fc.record({ agent: text, event: text, at: time }, { requiredKeys: ['agent'] }))
  .map(([more, own]) => ({ ...more, ...own }));

const task = fc
  .tuple(
    unknown,
    fc.record(
      {
        type: text,
        content: text,
        status: fc.constantFrom('done', 'failed', 'cancelled', 'needs_input'),
        result: text,
        run_id: text,
        params: fc.dictionary(
          text.filter((key) => key !== '__proto__'),
          json,
        ),
        reason: text,
      },
      { requiredKeys: ['type', 'content', 'status', 'result'] },
    ),
  )
  .map(([more, own]) => ({ ...more, ...own }));

const rounds = fc
  .array(
    fc.tuple(
      unknown,
      fc.record({ user_input: text, reply: text }),
      fc.record({ started_at: time, finished_at: time }, { requiredKeys: [] }),
      fc.array(fc.tuple(unknown, task, fc.array(event, { maxLength: 3 })), { maxLength: 3 }),
    ),
    { maxLength: 6 },
  )
  .map((list) =>
    list.map(([more, own, times, tasks], index) => ({
      ...more,
      round_id: index + 1,
      ...own,
      ...times,
      tasks: tasks.map(([beside, made, track], position) => ({
        ...beside,
        task_id: position + 1,
        task: { ...made, task_id: position + 1 },
        track,
      })),
    })),
  );

const exchange = fc
  .tuple(unknown, rounds, text, time, fc.nat(6), fc.tuple(unknown, text, time))
  .map(([more, list, meta, updated_at, split, [beside, summary, created_at]]) => {
    const archive = list.slice(0, split) as Round[];
    const environment = {
      ...more,
      rounds: list.slice(split),
      cur_round: list.length,
      updated_at,
      history_summaries:
        archive.length === 0
          ? []
          : [
              {
                ...beside,
                summary_id: 1,
                round_start: 1,
                round_end: archive.length,
                round_count: archive.length,
                summary,
                created_at,
              },
            ],
      history_meta_summary: meta,
    } as Environment;
    return { environment, archive };
  });

async function thereAndBack(store: Store, given: { environment: unknown; archive: readonly unknown[] }) {
  return store.write(async (tx) => {
    const { environment_id } = await importEnvironment(tx, { name: 'x', ...given, now: START });
    const { environment, archive } = await exportEnvironment(tx, environment_id);
    const back: Round[] = [];
    for await (const round of archive) back.push(round);
    await deleteEnvironment(tx, environment_id);
    return { environment, archive: back };
  });
}

it('gives back exactly what was imported, unknown fields and the archive included', async () => {
  await withStore(async (store) => {
    await fc.assert(
      fc.asyncProperty(exchange, async (given) => {
        expect(await thereAndBack(store, given)).toEqual(JSON.parse(JSON.stringify(given)));
      }),
      { numRuns: 100 },
    );
  });
});

it('gives back the same at the second passage, whatever form the file had', async () => {
  await withStore(async (store) => {
    const { foreignEnvironment } = await import('./sample.js');
    const once = await thereAndBack(store, { environment: foreignEnvironment(), archive: [] });
    const twice = await thereAndBack(store, JSON.parse(JSON.stringify(once)));
    expect(twice).toEqual(once);
  });
});
