import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Finding } from '../../src/housekeeping/doctor.js';
import { added, codexProject, ran, run } from '../cli/agents/played.js';
import { command } from '../harness/command-line.js';
import { drop, project } from '../harness/project.js';
import { fixture } from '../runtimes/player/fixture.js';

function about(checks: readonly string[], out: unknown): Finding[] {
  return (out as Finding[]).filter(({ check }) => checks.includes(check));
}

const AGENTS = ['channels', 'agents'];

it('says where there is no channel how one is made', async () => {
  const { stdout } = await command(await project(), ['doctor', '--json']);
  expect(about(AGENTS, JSON.parse(stdout))).toMatchObject([
    { check: 'channels', status: 'note', fix: expect.stringContaining('channels import') },
  ]);
});

it('tells a channel that was saved from one that was tested, and says why one cannot be used', async () => {
  const here = await codexProject({ steps: [{ file: fixture('codex/text.jsonl') }] });
  const channel = { runtimeId: 'codex', label: 'Codex', models: [{ id: 'default', label: 'Default' }] };
  await added(here, { ...channel, id: 'keyed', environment: { CODEX_API_KEY: 'env:TEAM_KEY_THAT_IS_NOT_SET' } });
  await run(here, ['channels', 'test', 'cx']);
  const found = about(AGENTS, (await ran(here, ['doctor'])).out);
  expect(found).toMatchObject([
    { status: 'ok', detail: expect.stringContaining('cx') },
    {
      status: 'problem',
      detail: expect.stringContaining('env:TEAM_KEY_THAT_IS_NOT_SET'),
      fix: expect.stringContaining('keyed'),
    },
  ]);
  const gone = { ...here, env: { CODEX_PATH: join(here.dir, 'gone') } };
  const { code, out } = await ran(gone, ['doctor']);
  expect(code).toBe(2);
  expect(about(AGENTS, out)).toMatchObject([{ status: 'problem' }, { status: 'problem' }]);
});

it('finds agents that are named and not there', async () => {
  const here = await project({ runtime: { executor_agent: 'nobody' } });
  await drop(here, 'review', 'description: Reviews.\nagent: reviewer', {});
  const { code, stdout } = await command(here, ['doctor', '--json']);
  expect(code).toBe(2);
  expect(about(['agents'], JSON.parse(stdout))).toMatchObject([
    { status: 'problem', detail: expect.stringContaining('runtime.executor_agent names the agent nobody') },
    { status: 'problem', detail: expect.stringContaining('review is carried out by the agent reviewer') },
  ]);
});
