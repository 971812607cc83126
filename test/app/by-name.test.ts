import { expect, it } from 'vitest';
import { shipped } from '../harness/library.js';
import { drop, project, type TestProject } from '../harness/project.js';

async function dropped(): Promise<TestProject> {
  const here = await project({ runtime: { policy_threshold: null } });
  const say = (...texts: string[]) => ({
    'examples.jsonl': texts.map((text) => `${JSON.stringify({ text })}\n`).join(''),
  });
  await drop(
    here,
    'link_check',
    'description: Checks the links of the site.\nwhen_to_use: Links may be broken.\ncommand: [/bin/true]',
    say('check the links', '检查链接', 'are there broken links'),
  );
  await drop(
    here,
    'sync_data',
    'description: Synchronises the data with the mirror.\nwhen_to_use: The mirror is old.\ncommand: [/bin/true]',
    say('synchronise the data', '数据同步一下', 'copy data to the mirror'),
  );
  const date = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
  const note = { type: 'string' };
  for (const [name, param, schema, text] of [
    ['daily-report', 'date', date, 'write up the day'],
    ['scribble', 'note', note, 'scribble something down'],
  ] as const) {
    await drop(here, name, 'description: Writes.\nwhen_to_use: It is wanted.\ncommand: [/bin/true]', {
      ...say(text),
      'params.schema.json': JSON.stringify({ type: 'object', properties: { [param]: schema }, required: [param] }),
    });
  }
  return here;
}

const alone = (type: string) => ({ en: `is the name of ${type} and nothing else`, zh: `只说了名字 ${type}` });
const written = (type: string) => ({
  en: `names ${type}, and asks for a run`,
  zh: `写明了名字 ${type}，并要求运行`,
});

it('the name of a type is understood as a request, alone and written out in a request for a run', async () => {
  const app = await shipped(await dropped());
  const expected = [
    ['link_check', 'link_check', alone('link_check')],
    ['sync_data', 'sync_data', alone('sync_data')],
    ['Sync_Data!', 'sync_data', alone('sync_data')],
    ['daily-report', 'daily-report', alone('daily-report')],
    ['functest', 'functest', alone('functest')],
    ['run link_check', 'link_check', written('link_check')],
    ['please run sync_data', 'sync_data', written('sync_data')],
    ['跑一下 sync_data', 'sync_data', written('sync_data')],
    ['跑一下link_check', 'link_check', written('link_check')],
    ['执行一下 sync_data', 'sync_data', written('sync_data')],
  ] as const;
  const previews = await app.route(
    expected.map(([text]) => text),
    { explain: 'words' },
  );
  for (const [at, [text, task_type, said]] of expected.entries()) {
    expect(previews[at]?.action, text).toMatchObject({ task_type, reason: said.en });
    expect(previews[at]?.evidence?.[0]?.evidence.for[0]?.said, text).toEqual(said);
  }
}, 60_000);

it('a name is no request where the words around it ask for something else, or more than one is named', async () => {
  const app = await shipped(await dropped());
  const texts = [
    "don't run link_check",
    'how did link_check go',
    'why did link_check fail',
    'stop link_check',
    'delete link_check',
    'fix the bug in link_check',
    'run the tests of link_check',
    'run scripts/link_check.sh',
    'run link_check and sync_data',
    'status of sync_data',
    '别跑 link_check',
    'link_check 怎么样了',
    'link_check 为什么失败了',
    '停掉 sync_data',
    '删除 sync_data',
    '修一下 sync_data',
  ];
  for (const [at, { action }] of (await app.route(texts)).entries()) {
    const type = action?.action_kind === 'generate_task' ? action.task_type : null;
    expect(['link_check', 'sync_data'], texts[at]).not.toContain(type);
  }
}, 60_000);

it.each([
  ['daily-report', 'sync_data', 'sync_data'],
  ['daily-report', '跑一下 sync_data', 'sync_data'],
  ['daily-report', 'run link_check', 'link_check'],
  ['daily-report', '2026/03/04', 'daily-report'],
  ['scribble', 'sync_data', 'scribble'],
])(
  'while %s asks for a value, “%s” is for %s',
  async (asking, input, type) => {
    const app = await shipped(await dropped());
    expect(await app.run({ input: asking })).toMatchObject({ task_type: asking, task_status: 'needs_input' });
    const second = await app.run({ input });
    expect(second).toMatchObject({ task_type: type });
    await app.collect();
  },
  60_000,
);
