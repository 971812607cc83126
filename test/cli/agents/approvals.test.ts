import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { command, start } from '../../harness/command-line.js';
import { project } from '../../harness/project.js';
import { until } from '../../harness/until.js';
import { fixture } from '../../runtimes/player/fixture.js';
import { conversationScript } from '../../runtimes/player/recording.js';
import { player } from '../../runtimes/player/script.js';
import { type AgentProject, added, ran, run } from './played.js';

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly invocation_id: string;
}

/** An agent that asks whether it may run `touch report.txt`. */
async function asking(approvals: Readonly<Record<string, unknown>>): Promise<AgentProject> {
  const here = { ...(await project()), env: {}, agent: 'runtime-agent:paper' };
  const program = await player(here.dir, conversationScript(fixture('acp/ask-then-answer.jsonl')));
  const models = [{ id: 'default', label: 'Default' }];
  await added(here, { id: 'paper', runtimeId: 'acp', label: 'Paper', models, command: [program], approvals });
  return here;
}

const invoke = (here: AgentProject) => ['invoke', '--agent', here.agent, '--prompt', 'write it'];

async function waiting(here: AgentProject): Promise<Shown> {
  return await until('a request waits', async () => ((await ran(here, ['approvals', 'list'])).out as Shown[])[0]);
}

it('is told on the terminal that asked, and answered from another', async () => {
  const here = await asking({ policy: 'ask' });
  const { child, ended } = start(here, invoke(here));
  let seen = '';
  child.stderr?.on('data', (text: string) => {
    seen += text;
  });
  const { id } = await waiting(here);
  await until('it is told', () => seen.includes(`approvals approve ${id}`));
  expect(seen).toMatch(/\? An agent asks for .*touch report\.txt\n {2}in \//);
  expect((await run(here, ['approvals', 'list'])).stdout).toMatch(
    new RegExp(`^${id} +waits .*touch report\\.txt`, 'm'),
  );

  const answered = await run(here, ['approvals', 'approve', id]);
  expect(answered).toMatchObject({ code: 0, stdout: `${id}: approved by ${userInfo().username}.\n` });
  expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Written.') });
  expect(await ran(here, ['approvals', 'approve', id])).toMatchObject({
    code: 1,
    err: { error: { code: 'APPROVAL_CLOSED' } },
  });
  expect(await ran(here, ['approvals', 'list', '--all'])).toMatchObject({
    out: [{ id, state: 'approved', by: userInfo().username, argv: 'touch report.txt' }],
  });
});

it('is approved by nothing that the agent has started, however it hides whose it is', async () => {
  const here = await asking({ policy: 'ask' });
  const { ended } = start(here, invoke(here));
  const { id, invocation_id } = await waiting(here);
  const approve = (script: string, mark = invocation_id) =>
    command(here, ['approvals', 'approve', id, '--json'], { script, env: { ER_INVOCATION_ID: mark } });
  const refused = { code: 1, stdout: '', stderr: expect.stringContaining('APPROVAL_BY_AGENT') };
  // As its child, as a child of another agent's, and as a grandchild without the mark.
  expect(await approve('exec "$0" "$@"')).toMatchObject(refused);
  expect(await approve('exec "$0" "$@"', 'another')).toMatchObject(refused);
  expect(await approve('env -u ER_INVOCATION_ID "$0" "$@"; exit $?')).toMatchObject(refused);
  expect(await waiting(here)).toMatchObject({ id, state: 'waiting' });

  expect(await run(here, ['approvals', 'deny', id])).toMatchObject({ code: 0 });
  await ended;
  expect(await ran(here, ['invocations', 'show', invocation_id])).toMatchObject({
    out: { approvals: [{ id, state: 'denied', by: userInfo().username }] },
  });
});

it.each([
  ['allowed by the list', { policy: 'allow-list', allow: [['touch', 'report.txt']] }, 'approved'],
  ['not on the list', { policy: 'allow-list', allow: [['touch']] }, 'denied'],
])('%s: nobody is asked', async (_what, approvals, state) => {
  const here = await asking(approvals);
  await run(here, invoke(here));
  expect(await ran(here, ['approvals', 'list', '--all'])).toMatchObject({ out: [{ state, by: 'rule' }] });
});

it('is denied when the run is stopped', async () => {
  const here = await asking({ policy: 'ask' });
  const { child, ended } = start(here, [...invoke(here), '--json']);
  const { id } = await waiting(here);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect({ code, status: (JSON.parse(stdout) as { status: string }).status }).toEqual({
    code: 130,
    status: 'cancelled',
  });
  expect(await ran(here, ['approvals', 'list', '--all'])).toMatchObject({ out: [{ id, state: 'denied', by: 'stop' }] });
  expect(await ran(here, ['approvals', 'list'])).toMatchObject({ out: [] });
});
