import { afterEach, expect, it } from 'vitest';
import type { Decision, Policy } from '../../src/controller/policy.js';
import { type App, createApp } from '../../src/index.js';
import { gateAction } from '../../src/protocol/gates.js';
import { composeTaskContent } from '../../src/protocol/task-content.js';
import { userEnv } from '../harness/command-line.js';
import { ended, runIdOf } from '../harness/library.js';
import { dropProbe, probing, project } from '../harness/project.js';
import { scriptedPolicy } from '../harness/scripted-policy.js';

const open: App[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** Looks at the last failure first, then takes the request for work of a type, more or less surely. */
function looksAtFailures(confidence: number, type = 'executor'): Policy {
  return {
    name: 'looks',
    version: '1',
    decide: async (input, signal) => {
      if (input.state.USER_INPUT.startsWith('probe')) return await scriptedPolicy.decide(input, signal);
      const looked = input.observations.length > 0;
      const content = composeTaskContent({ goal: input.state.USER_INPUT, limits: 'none', language: 'en' });
      const action = looked
        ? { action_kind: 'generate_task', task_type: type, task_content: content, reason: 'scripted' }
        : { action_kind: 'observe', tool: 'previous_failed_track', args: {}, reason: 'scripted' };
      const decision: Decision = {
        outcome: gateAction(action, { task_types: input.actions.task_types, observed: input.observations }),
        policy: 'looks',
        policy_version: '1',
        confidence: looked ? confidence : 0.99,
        threshold: 0.5,
        candidates: [{ action_kind: 'generate_task', task_type: type, score: confidence }],
        usage: null,
      };
      return decision;
    },
  };
}

it.each([
  ['surely', 0.99],
  ['unsurely', 0.2],
])(
  'answers a question about a failure from what is stored, where no agent could look further: %s',
  async (_how, confidence) => {
    const here = await project();
    await dropProbe(here);
    const app = await createApp({ cwd: here.dir, env: userEnv(here), policy: looksAtFailures(confidence) });
    open.push(app);
    const failed = runIdOf(await app.run({ input: probing('exit') }));
    await ended(app, failed);
    await app.collect();
    const later = runIdOf(await app.run({ input: probing('done') }));
    await ended(app, later);
    await app.collect();
    const answer = await app.run({ input: 'why did it break?' });
    expect(answer).toMatchObject({ task_type: 'status', task_status: 'done', run_id: null, question: null });
    expect(answer.task_result).toContain(failed);
    expect(answer.task_result).not.toContain(later);
  },
);

/** A probe that failed, and one that went well since; then a look at the failure that ends with the same work once more. */
async function asked(input: string) {
  const here = await project();
  await dropProbe(here);
  const app = await createApp({ cwd: here.dir, env: userEnv(here), policy: looksAtFailures(0.73, 'probe') });
  open.push(app);
  const failed = runIdOf(await app.run({ input: probing('exit') }));
  await ended(app, failed);
  await app.collect();
  const later = runIdOf(await app.run({ input: probing('done') }));
  await ended(app, later);
  await app.collect();
  return { failed, answer: await app.run({ input }) };
}

it.each(['which tests failed?', 'why did it fail?', '哪些用例失败了？', '为什么挂了'])(
  'starts nothing where what failed is all that is asked: %s',
  async (input) => {
    const { failed, answer } = await asked(input);
    expect(answer).toMatchObject({ task_type: 'status', task_status: 'done', run_id: null });
    expect(answer.task_result).toContain(failed);
  },
);

it.each(['look at why it failed and run it again', '看看失败在哪，没大事就再跑一遍'])(
  'runs what is wanted again after the look: %s',
  async (input) => {
    expect((await asked(input)).answer).toMatchObject({ task_type: 'probe', task_status: 'needs_input' });
  },
);
