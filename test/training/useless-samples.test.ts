import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { evaluateActive, trainAndKeep } from '../../src/training/commands.js';
import { workspace } from '../harness/workspace.js';
import { PROTOCOL, SHIPPED } from './folders.js';

const HELD_OUT = JSON.stringify({
  ...{ sample_id: 'one', bucket_key: 'status', split: 'holdout', user_input: 'how is it going?' },
  environment: { cur_round: 1, rounds: [{ round_id: 1, user_input: 'how is it going?', reply: '', tasks: [] }] },
  target_action: { action_kind: 'generate_task', task_type: 'status', task_content: 'x', reason: '' },
});

const NOWHERE = { worker: 'nowhere.js', signal: new AbortController().signal };

it.each([
  ['nothing', '\n', 'holds no sample'],
  ['nothing but what is held out', HELD_OUT, 'holds nothing to train on'],
])('a samples file with %s trains nothing and keeps nothing', async (_what, content, words) => {
  const dir = await workspace();
  const file = join(dir, 'samples.jsonl');
  await writeFile(file, content);
  const folders = { shipped: SHIPPED, own: join(dir, 'policies') };
  await expect(trainAndKeep(folders, PROTOCOL, file, NOWHERE)).rejects.toThrow(words);
  expect(await readdir(dir)).toEqual(['samples.jsonl']);
});

it('an empty samples file is no evaluation', async () => {
  const dir = await workspace();
  const file = join(dir, 'samples.jsonl');
  await writeFile(file, '');
  const routes = () => ({ routes: [], intents: new Map(), beside: new Map(), unknown_mass: 1 });
  await expect(evaluateActive({ shipped: SHIPPED, own: dir }, PROTOCOL, routes, file)).rejects.toThrow(
    'holds no sample',
  );
});
