import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listEnvironments } from '../../../src/store/environments.js';
import { readArchive } from '../../../src/store/exchange/archive.js';
import { readEnvironmentFile } from '../../../src/store/exchange/environment-file.js';
import { importEnvironment } from '../../../src/store/exchange/import.js';
import { ImportError } from '../../../src/store/exchange/import-error.js';
import { jsonFault } from '../../../src/store/exchange/json-fault.js';
import { parseJson } from '../../../src/store/exchange/json-text.js';
import { workspace } from '../../harness/workspace.js';
import { START, withStore } from '../made.js';

const task = { task: { type: 'executor', status: 'done' } };
const round = (more: object) => ({ rounds: [{ round_id: 1, tasks: [task], ...more }] });
const ofTask = (more: object) => round({ tasks: [task, { task: { ...task.task, ...more } }] });
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** More bytes than a text may have, in far fewer characters. */
const LONG = '长'.repeat(Math.ceil((1024 * 1024 + 1) / 3));
const MANY = Array.from({ length: 300_000 }, (_, at) => at % 1000);

const CASES: [what: string, environment: unknown, path: string][] = [
  ['null', null, 'the top level'],
  ['a list', [], 'the top level'],
  ['no rounds', {}, 'rounds'],
  ['rounds of another type', { rounds: {} }, 'rounds'],
  ['a round that is text', { rounds: ['x'] }, 'rounds[0]'],
  ['no round_id', { rounds: [{}] }, 'rounds[0].round_id'],
  ['a negative round_id', round({ round_id: -1 }), 'rounds[0].round_id'],
  ['round_id 0', round({ round_id: 0 }), 'rounds[0].round_id'],
  ['a fraction', round({ round_id: 1.5 }), 'rounds[0].round_id'],
  ['a huge round_id', round({ round_id: 1e300 }), 'rounds[0].round_id'],
  ['an ambiguous round_id', round({ round_id: '01' }), 'rounds[0].round_id'],
  ['a duplicate round_id', { rounds: [{ round_id: 7 }, { round_id: 8 }, { round_id: '7' }] }, 'rounds[2].round_id'],
  ['a request longer than one may be', round({ user_input: 'x'.repeat(256 * 1024 + 1) }), 'rounds[0].user_input'],
  ['a long reply', round({ reply: LONG }), 'rounds[0].reply'],
  ['a long result', ofTask({ result: LONG }), 'rounds[0].tasks[1].task.result'],
  ['a long content', ofTask({ content: LONG }), 'rounds[0].tasks[1].task.content'],
  ['a long reason', ofTask({ reason: LONG }), 'rounds[0].tasks[1].task.reason'],
  ['a long text deep in parameters', ofTask({ params: { a: [LONG] } }), 'rounds[0].tasks[1].task.params.a[0]'],
  ['large parameters', ofTask({ params: { a: MANY } }), 'rounds[0].tasks[1].task.params'],
  [
    'a large event',
    round({ tasks: [{ ...task, track: [{ agent: 'a', return: MANY }] }] }),
    'rounds[0].tasks[0].track[0]',
  ],
  ['a large unknown field', round({ more: MANY }), 'rounds[0].more'],
  ['a large unknown field of the whole', { rounds: [], more: MANY }, 'more'],
  ['a long summary', { rounds: [], history_summaries: [{ summary: LONG }] }, 'history_summaries[0].summary'],
  ['a long history', { rounds: [], history_meta_summary: LONG }, 'history_meta_summary'],
  ['a reply of another type', round({ reply: 5 }), 'rounds[0].reply'],
  ['tasks of another type', round({ tasks: 'none' }), 'rounds[0].tasks'],
  ['a record without task', round({ tasks: [{ task_id: 1 }] }), 'rounds[0].tasks[0].task'],
  [
    'two numbers for a task',
    round({
      tasks: [
        { ...task, task_id: 2 },
        { task_id: 3, task: { task_id: 4 } },
      ],
    }),
    'rounds[0].tasks[1].task.task_id',
  ],
  ['a duplicate task_id', round({ tasks: [{ ...task, task_id: 2 }, task] }), 'rounds[0].tasks[1].task_id'],
  ['no type', round({ tasks: [{ task: { status: 'done' } }] }), 'rounds[0].tasks[0].task.type'],
  ['no status', round({ tasks: [{ task: { type: 'x' } }] }), 'rounds[0].tasks[0].task.status'],
  ['an unknown status', ofTask({ status: 'sleeping' }), 'rounds[0].tasks[1].task.status'],
  ['a result of another type', ofTask({ result: { a: 1 } }), 'rounds[0].tasks[1].task.result'],
  ['NUL in a text', ofTask({ content: 'a\0b' }), 'rounds[0].tasks[1].task.content'],
  ['a track of another type', round({ tasks: [{ ...task, track: {} }] }), 'rounds[0].tasks[0].track'],
  ['an event that is a number', round({ tasks: [{ ...task, track: [1] }] }), 'rounds[0].tasks[0].track[0]'],
  ['an event without agent', round({ tasks: [{ ...task, track: [{}] }] }), 'rounds[0].tasks[0].track[0].agent'],
  [
    'a key that names a prototype',
    JSON.parse('{"rounds":[{"round_id":1,"x":{"__proto__":{}}}]}'),
    'rounds[0].x.__proto__',
  ],
  ['cur_round of another type', { rounds: [], cur_round: [] }, 'cur_round'],
  ['no time', { rounds: [], updated_at: 'yesterday-ish' }, 'updated_at'],
  ['a summary that is text', { rounds: [], history_summaries: ['x'] }, 'history_summaries[0]'],
  [
    'a summary that ends before it starts',
    { rounds: [], history_summaries: [{ round_start: 5, round_end: 2 }] },
    'history_summaries[0].round_end',
  ],
  [
    'a duplicate summary_id',
    { rounds: [], history_summaries: [{ summary_id: 2 }, {}] },
    'history_summaries[1].summary_id',
  ],
  ['too many rounds', { rounds: Array.from({ length: 100_001 }, () => 0) }, 'rounds'],
];

it.each(CASES)('refuses %s, naming the path, and changes nothing', async (_, environment, path) => {
  await withStore(async (store) => {
    const order = { name: 'x', environment, now: START };
    const refusal = await store.write((tx) => importEnvironment(tx, order)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ImportError);
    expect(refusal).toMatchObject({ path, code: 'IMPORT_INVALID', exitCode: 2 });
    expect(await store.read(listEnvironments)).toEqual([]);
  });
});

it('refuses a million levels of nesting without falling over', async () => {
  await withStore(async (store) => {
    const order = { name: 'x', environment: { rounds: [], deep: nested(1_000_000) }, now: START };
    await expect(store.write((tx) => importEnvironment(tx, order))).rejects.toThrow(/nested deeper than 500/);
    const kept = { name: 'x', environment: { rounds: [], deep: nested(400) }, now: START };
    expect((await store.write((tx) => importEnvironment(tx, kept))).rounds).toBe(0);
  });
});

it('undoes everything when the archive turns out bad at its end', async () => {
  await withStore(async (store) => {
    const archive = [...Array.from({ length: 250 }, (_, index) => ({ round_id: index + 1 })), { round_id: 7 }];
    const order = { name: 'x', environment: { rounds: [] }, archive, now: START };
    await expect(store.write((tx) => importEnvironment(tx, order))).rejects.toThrow('archive[250].round_id');
    expect(await store.read(listEnvironments)).toEqual([]);
  });
});

it.each([
  ['{"rounds": [1, 2,, 3]}', 'line 1, column 18'],
  ['{\n  "rounds": [],\n  broken: 1\n}', 'line 3, column 3'],
  ['{"a": "x\ty"}', 'line 1, column 7'],
  ['{"a": 1', 'line 1, column 8'],
  ['', 'line 1, column 1'],
  ['{} {}', 'line 1, column 4'],
])('names line and column of what is not JSON: %j', (text, path) => {
  expect(() => parseJson(Buffer.from(text))).toThrow(ImportError);
  expect(() => parseJson(Buffer.from(text))).toThrow(path);
});

it('finds a fault exactly where JSON.parse finds one', () => {
  const piece = fc.constantFrom(...'{}[]:,"\\ \n-01.eE+tfn', 'true', 'null', '"a"', '"\\u00e9"', '1e5', '\u0001', 'é');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      let sound = true;
      try {
        JSON.parse(text);
      } catch {
        sound = false;
      }
      expect(jsonFault(text) === null).toBe(sound);
    }),
    { numRuns: 3_000 },
  );
  fc.assert(fc.property(fc.json(), (text) => jsonFault(text) === null));
});

it('reads environment.json with a byte order mark, and refuses other encodings, folders and what is not there', async () => {
  const directory = await workspace();
  const file = join(directory, 'environment.json');
  writeFileSync(file, '\ufeff{"rounds": []}');
  expect(await readEnvironmentFile(file)).toEqual({ rounds: [] });
  writeFileSync(file, Buffer.from([0x7b, 0x22, 0xc4, 0xe3, 0x22, 0x7d]));
  await expect(readEnvironmentFile(file)).rejects.toThrow('not UTF-8');
  await expect(readEnvironmentFile(directory)).rejects.toThrow(ImportError);
  await expect(readEnvironmentFile(join(directory, 'none.json'))).rejects.toThrow(ImportError);
});

it('refuses a file of more than 64 MB before reading it', async () => {
  const file = join(await workspace(), 'environment.json');
  const { truncateSync } = await import('node:fs');
  writeFileSync(file, '');
  truncateSync(file, 65 * 1024 * 1024);
  await expect(readEnvironmentFile(file)).rejects.toThrow('larger than 64 MB');
});

it('reads an archive line by line and names the line of a fault', async () => {
  const file = join(await workspace(), 'environment_archive.jsonl');
  writeFileSync(file, '{"round_id":1}\r\n\n{"round_id":2}');
  const values: unknown[] = [];
  for await (const value of readArchive(file)) values.push(value);
  expect(values).toEqual([{ round_id: 1 }, { round_id: 2 }]);
  writeFileSync(file, '{"round_id":1}\n\n{"round_id" 2}\n');
  const reading = async () => {
    for await (const _ of readArchive(file));
  };
  await expect(reading()).rejects.toThrow('line 3, column 13');
});
