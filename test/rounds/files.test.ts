import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { ended, library, runIdOf } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';

it('keeps each round in a directory of its own, named by the local second', async () => {
  const here = await project();
  const at = new Date(2027, 0, 31, 14, 25, 1);
  const app = await library(here, () => at);
  const rounds = [];
  for (let count = 0; count < 3; count++) rounds.push(await app.run({ input: 'how is it going?' }));
  expect(rounds.map(({ run_dir }) => basename(run_dir ?? ''))).toEqual([
    'run_20270131_142501',
    'run_20270131_142501_2',
    'run_20270131_142501_3',
  ]);
});

it('writes the result and the Environment as they are', async () => {
  const here = await project();
  await dropProbe(here);
  const app = await library(here);
  const round = await app.run({ input: probing('done'), case_id: 'case-7' });
  const folder = round.run_dir ?? '';
  expect((await readdir(folder)).sort()).toEqual(['environment.json', 'result.json']);
  const result = JSON.parse(await readFile(join(folder, 'result.json'), 'utf8')) as unknown;
  expect(result).toEqual(JSON.parse(JSON.stringify(round)));
  const environment = JSON.parse(await readFile(join(folder, 'environment.json'), 'utf8')) as Record<string, unknown>;
  expect(environment).toMatchObject({ cur_round: 1, rounds: [{ round_id: 1, reply: round.reply }] });
  await ended(app, runIdOf(round));
});

it('gives every field of a result on every round: absent things are null', async () => {
  const here = await project();
  const app = await library(here);
  const round = await app.run({ input: 'how is it going?' });
  expect(Object.keys(round).sort()).toEqual(
    [
      ...[
        'environment',
        'round_id',
        'case_id',
        'task_type',
        'task_status',
        'task_result',
        'reply',
        'run_id',
        'run_dir',
      ],
      ...['question', 'joined', 'verdict', 'reason', 'token_usage', 'decision', 'collected', 'language'],
    ].sort(),
  );
  expect(round).toMatchObject({
    case_id: null,
    run_id: null,
    question: null,
    verdict: null,
    reason: null,
    collected: [],
  });
  expect(round.token_usage).toEqual({
    total_tokens: 0,
    input_tokens: 0,
    output_tokens: 0,
    complete: true,
    by_purpose: {},
  });
});

it('adds one line to the log for each round', async () => {
  const here = await project();
  const app = await library(here);
  await app.run({ input: 'how is it going?' });
  await app.run({ input: '现在怎么样了' });
  const lines = (await readFile(join(here.dir, 'var', 'logs', 'rounds.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { round_id: number }).round_id)).toEqual([1, 2]);
});
