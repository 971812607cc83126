import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type App, createApp, gateAction, type Policy } from '../../src/index.js';
import { userEnv } from '../harness/command-line.js';
import { project, put, type TestProject } from '../harness/project.js';
import { tasksOf } from './trajectory.js';

/** Calls a script of a skill once, and takes the request as open-ended after that, as a model might. */
const calling: Policy = {
  name: 'calling',
  version: '1',
  decide: ({ observations, actions }) => {
    const action =
      observations.length === 0
        ? {
            action_kind: 'observe',
            tool: 'skill_tool',
            args: { name: 'word-tools/count.sh', input: 'a b c' },
            reason: 'to count',
          }
        : {
            ...{ action_kind: 'generate_task', task_type: 'executor', reason: 'counted' },
            task_content: 'Goal: count the words\nLimits: none',
          };
    const outcome = gateAction(action, { task_types: actions.task_types, observed: observations });
    const made = { policy: 'calling', policy_version: '1', confidence: 1, threshold: 0.5, candidates: [], usage: null };
    return Promise.resolve({ outcome, ...made });
  },
};

async function setUp(): Promise<{ here: TestProject; app: App; folder: string }> {
  const here = await project();
  const folder = join(here.dir, 'skills', 'executor', 'word-tools');
  await put(folder, {
    'SKILL.md': '---\nname: word-tools\ndescription: Counts words in a text.\n---\n\nRun scripts/count.sh.\n',
    'scripts/count.sh': '#!/bin/sh\necho "words: $(cat | wc -w)"\n',
  });
  const app = await createApp({ cwd: here.dir, env: userEnv(here), policy: calling });
  return { here, app, folder };
}

it('refuses a script of a skill that is not trusted: the policy is told so, and nothing is started', async () => {
  const { here, app } = await setUp();
  const said = await app.run({ input: 'count the words of a b c' });
  expect(said).toMatchObject({ task_type: 'executor', reason: 'MODEL_REQUIRED' });
  const [task] = await tasksOf(app);
  expect(task?.track[0]).toMatchObject({
    tool: 'skill_tool',
    observation: expect.stringContaining('skills trust word-tools'),
  });
  expect(await readdir(join(here.dir, 'var', 'runs', said.run_dir?.split('/').at(-1) ?? ''))).toEqual([
    'environment.json',
    'result.json',
  ]);
  await app.close();
});

it('calls it once it is trusted; what it says is observed, and the round goes on', async () => {
  const { app } = await setUp();
  await app.skills.trust('word-tools');
  await app.run({ input: 'count the words of a b c' });
  const [task] = await tasksOf(app);
  expect(task?.track[0]).toMatchObject({ tool: 'skill_tool', observation: expect.stringMatching(/^words: +\d+$/) });
  expect(task?.track[1]).toMatchObject({ action_kind: 'generate_task', task_type: 'executor' });
  await app.close();
});
