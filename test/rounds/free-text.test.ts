import { expect, it } from 'vitest';
import { type App, createApp } from '../../src/index.js';
import { userEnv } from '../harness/command-line.js';
import { ended, runIdOf } from '../harness/library.js';
import { drop, project } from '../harness/project.js';
import { tasksOf } from './trajectory.js';

const NOTICE = {
  examples: ['post an announcement', 'announce something to the team', '发个公告', '给团队发条通知'],
  request: 'post an announcement',
  params: { message: { type: 'string', minLength: 1, description: 'the text to post' } },
};
const BACKUP = {
  examples: ['check the backup', 'is the backup of that day good', '检查一下备份', '看看备份是否完好'],
  request: 'check the backup',
  params: {
    day: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$', 'x-extract': { pattern: '(\\d{4}-\\d\\d-\\d\\d)' } },
  },
};

/** What ships, on a package that needs a text and one that needs a day. */
async function shipped(): Promise<App> {
  const here = await project({ runtime: { policy_threshold: null } });
  for (const [name, { examples, params }] of Object.entries({ notice: NOTICE, backup: BACKUP })) {
    await drop(
      here,
      name,
      `description: ${name === 'notice' ? 'Posts an announcement to the team channel. 往团队频道发公告。' : 'Checks the backup of a day. 检查某天的备份。'}
when_to_use: Somebody wants ${name === 'notice' ? 'something announced to the team' : 'a backup checked'}.
command: [echo, "{${Object.keys(params).join()}}"]`,
      {
        'params.schema.json': JSON.stringify({ type: 'object', properties: params, required: Object.keys(params) }),
        'examples.jsonl': examples.map((text) => `${JSON.stringify({ text })}\n`).join(''),
      },
    );
  }
  return await createApp({ cwd: here.dir, env: userEnv(here) });
}

async function ask(app: App, { request }: { request: string }, environment: string): Promise<void> {
  expect((await app.run({ input: request, environment })).task_status, environment).toBe('needs_input');
}

const LEFT = [
  ...['never mind', 'nevermind', 'Never mind.', 'nah', 'no thanks', 'ok, forget it', 'maybe later', 'leave it', 'stop'],
  ...['以后再说', '算了', '那算了吧', '还是算了', '不用了', '先不弄了', '没事了', '改天吧', '当我没说'],
];

it.each([
  ['a text', NOTICE],
  ['a value of a kind', BACKUP],
] as const)('gives a request up whose question for %s is answered by leaving it', async (_what, asked) => {
  const app = await shipped();
  for (const [at, input] of LEFT.entries()) {
    await ask(app, asked, `left-${at}`);
    const second = await app.run({ input, environment: `left-${at}` });
    expect(second, input).toMatchObject({ task_type: 'cancel', task_status: 'done', run_id: null });
    expect((await tasksOf(app, `left-${at}`))[0], input).toMatchObject({ status: 'cancelled' });
  }
  await app.close();
});

const TEXTS = [
  'Tests are red on main, please do not merge',
  '今晚八点发布，大家先别跑批处理',
  'please stop deploying to staging',
  'how is the new office?',
  'Release at eight tonight.\nPlease leave the batch alone until ten.',
  '今晚发布\n请大家不要合并代码',
  `Dear all, ${'the office stays closed until further notice because the pipes have burst again. '.repeat(4)}`.trim(),
];

it('takes for the text what is one, whatever it holds', async () => {
  const app = await shipped();
  for (const [at, input] of TEXTS.entries()) {
    const environment = `text-${at}`;
    await ask(app, NOTICE, environment);
    const second = await app.run({ input, environment });
    expect(second, input).toMatchObject({ task_type: 'notice', task_status: 'running' });
    await ended(app, runIdOf(second));
    expect((await tasksOf(app, environment))[1]).toMatchObject({ params: { message: input } });
  }
  await app.close();
});

it('tells how things are, and keeps the question, where a short input asks for that', async () => {
  const app = await shipped();
  for (const [at, input] of ['怎么样了', 'how is it going?', 'status?', '好了没'].entries()) {
    const environment = `status-${at}`;
    await ask(app, NOTICE, environment);
    expect(await app.run({ input, environment }), input).toMatchObject({ task_type: 'status', run_id: null });
    expect((await tasksOf(app, environment))[0]).toMatchObject({ status: 'needs_input' });
  }
  await app.close();
});
