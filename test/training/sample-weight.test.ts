import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { caseOf } from '../../src/training/cases.js';
import { readSamples } from '../../src/training/read-samples.js';
import { workspace } from '../harness/workspace.js';

const ROW = {
  ...{ sample_id: 'one', bucket_key: 'status', split: 'sft_train', user_input: 'how is it going?' },
  environment: { cur_round: 1, rounds: [{ round_id: 1, user_input: 'how is it going?', reply: '', tasks: [] }] },
  target_action: { action_kind: 'generate_task', task_type: 'status', task_content: 'x', reason: '' },
};

async function readRow(row: object) {
  const file = join(await workspace(), 'samples.jsonl');
  await writeFile(file, `${JSON.stringify(row)}\n`);
  return await readSamples(file);
}

it.each([
  [undefined, 1],
  [1, 1],
  [0.25, 0.25],
])('a sample of weight %s counts %s', async (weight, counts) => {
  const samples = await readRow(weight === undefined ? ROW : { ...ROW, weight });
  expect(samples.map((sample) => caseOf(sample).weight)).toEqual([counts]);
});

it.each([[0], [-1], [1.5], ['half'], [null]])('a weight of %s is refused by line and field', async (weight) => {
  await expect(readRow({ ...ROW, weight })).rejects.toThrow(/samples\.jsonl:1: .*weight/);
});
