import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { command, json } from '../../harness/command-line.js';
import { project } from '../../harness/project.js';
import { fixture } from '../../runtimes/player/fixture.js';
import { conversationScript } from '../../runtimes/player/recording.js';
import { player } from '../../runtimes/player/script.js';
import { added, codexProject, ran, run } from './played.js';

const LISTS = ['channels', 'agents', 'invocations', 'sessions', 'approvals'];
const SECRET = 'sk-veryveryverysecretvalue0123456789';

it('shows what to do where there is nothing, in both languages, and stores nothing', async () => {
  const here = await project();
  for (const name of LISTS) {
    const [en, zh] = [await command(here, [name, 'list']), await command(here, [name, 'list', '--lang', 'zh'])];
    expect({ code: en.code, stderr: en.stderr }).toEqual({ code: 0, stderr: '' });
    expect(en.stdout.length).toBeGreaterThan(20);
    expect(zh.stdout).toMatch(/\p{Script=Han}/u);
    if (name !== 'approvals') expect(en.stdout).toContain('environment-runtime ');
    expect(await json(here, [name, 'list'])).toEqual([]);
  }
  expect(existsSync(join(here.dir, 'var'))).toBe(false);
});

it('lists every back-end: found or not, its version, what its driver declares', async () => {
  const here = await codexProject({ steps: [] });
  const { out } = await ran(here, ['runtimes']);
  const all = out as Record<string, unknown>[];
  expect(all.map(({ runtime_id }) => runtime_id).slice(0, 3)).toEqual(['codex', 'claude', 'api']);
  expect(all[0]).toMatchObject({
    runtime_id: 'codex',
    state: 'installed',
    override: 'CODEX_PATH',
    executable: here.env.CODEX_PATH,
    version: 'codex-cli 0.99.0',
    problem: null,
    channels: 1,
    supports: { surfaces: expect.arrayContaining([expect.objectContaining({ surface: 'task', mode: 'oneshot' })]) },
  });
  const { stdout, stderr } = await run({ ...here, env: { CODEX_PATH: '/no/such/codex' } }, ['runtimes']);
  expect(stdout).toMatch(/^codex +not found/m);
  expect(stderr).toMatch(/^codex: .*\/no\/such\/codex/m);
});

it('keeps a channel with its agent: saved, tested and ran are three facts; secrets are never shown', async () => {
  const here = await codexProject({ steps: [{ file: fixture('codex/text.jsonl') }] });
  const channel = {
    id: 'paid',
    runtimeId: 'codex',
    label: 'Paid',
    models: [{ id: 'gpt-x', label: 'X', reasoningEfforts: ['low', 'high'] }],
    environment: { CODEX_API_KEY: SECRET },
  };
  const file = join(here.dir, 'paid.json');
  await writeFile(file, JSON.stringify(channel));
  const stored = await run(here, ['channels', 'add', file]);
  expect(stored).toMatchObject({ code: 0, stdout: expect.stringContaining('runtime-agent:paid') });
  expect(await ran(here, ['channels', 'add', file])).toMatchObject({
    code: 2,
    err: { error: { code: 'CHANNEL_EXISTS' } },
  });

  const shown = await run(here, ['channels', 'show', 'paid']);
  expect(shown.stdout).toContain('not tested');
  expect(shown.stdout).toContain('never');
  expect(shown.stdout + stored.stdout).not.toContain(SECRET);
  const folder = join(here.dir, 'var', 'channels');
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  expect(readFileSync(join(here.dir, 'var', 'state.db')).includes(SECRET)).toBe(false);

  expect(await run(here, ['channels', 'test', 'paid'])).toMatchObject({ code: 0, stdout: 'paid works.\n' });
  const one = ['channels', 'show', 'paid'];
  expect(await ran(here, one)).toMatchObject({ out: { tested: { outcome: 'ok' }, last_run: null } });
  await run(here, ['invoke', '--agent', 'runtime-agent:paid', '--prompt', 'x']);
  expect(await ran(here, one)).toMatchObject({ out: { tested: { outcome: 'ok' }, last_run: { status: 'completed' } } });
  const edited = await ran(here, ['channels', 'edit', 'paid', '-'], '{"label": "Paid for"}');
  expect(edited).toMatchObject({ code: 0, out: { channel: { label: 'Paid for' }, tested: null } });
  expect(edited).toMatchObject({ out: { last_run: { status: 'completed' } } });
});

it('says exactly what is wrong with a file, and never what stands in it', async () => {
  const here = await project();
  const give = (text: string) => command(here, ['channels', 'add', '-', '--lang', 'zh'], { stdin: text });
  expect(await give(`{"id": "x",\n  ${SECRET}}`)).toMatchObject({
    code: 2,
    stderr: '- 不是 JSON，位置 2:3。没有存储任何内容。\n',
  });
  const invalid = await give(JSON.stringify({ id: 'x', runtimeId: 'codex', colour: SECRET }));
  expect(invalid).toMatchObject({ code: 2, stderr: expect.stringContaining('colour') });
  expect(invalid.stderr).not.toContain(SECRET);
  expect(await command(here, ['channels', 'add', 'gone.json'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('gone.json'),
  });
});

it('keeps agents with their revisions, and refuses to remove what is needed, naming everything that needs it', async () => {
  const here = await codexProject({ steps: [{ file: fixture('codex/text.jsonl') }] });
  const agent = { id: 'reviewer', name: 'Reviewer', channelId: 'cx', modelId: 'default', tags: ['review'] };
  expect(await ran(here, ['agents', 'add', '-'], JSON.stringify(agent))).toMatchObject({
    code: 0,
    out: { agent, runtime_id: 'codex', revision: 1 },
  });
  await ran(here, ['agents', 'edit', 'reviewer', '-'], '{"description": "Reads changes"}');
  expect(await ran(here, ['agents', 'show', 'reviewer'])).toMatchObject({
    out: { revision: 2, revisions: [{ revision: 1 }, { revision: 2 }] },
  });
  expect((await run(here, ['agents', 'list'])).stdout).toMatch(/^reviewer +Reviewer +cx +codex +default +review$/m);

  await ran(here, ['invoke', '--agent', 'reviewer', '--prompt', 'x']);
  const refused = await run(here, ['channels', 'remove', 'cx']);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  for (const consumer of ['agent reviewer', 'agent runtime-agent:cx', 'session 0f0e0d0c']) {
    expect(refused.stderr).toContain(consumer);
  }
  expect(await ran(here, ['agents', 'remove', 'reviewer'])).toMatchObject({
    code: 2,
    err: { error: { code: 'AGENT_IN_USE' } },
  });

  // A back-end that cannot delete leaves the session on record.
  await writeFile(here.env.CODEX_PATH ?? '', '#!/bin/sh\nexit 9\n');
  const session = '0f0e0d0c-aaaa-7bbb-8ccc-111122223333';
  expect(await ran(here, ['sessions', 'delete', session])).toMatchObject({
    code: 1,
    err: { error: { code: 'SESSION_DELETE_FAILED' } },
  });
  expect(await ran(here, ['sessions', 'list'])).toMatchObject({ out: [{ session_id: session }] });
});

it('forgets a session whose back-end has no way to delete it, and removes a channel with the agent that came with it', async () => {
  const here = { ...(await project()), env: {}, agent: 'runtime-agent:paper' };
  const program = await player(here.dir, conversationScript(fixture('acp/text-two-turns.jsonl')));
  const models = [{ id: 'default', label: 'Default' }];
  await added(here, { id: 'paper', runtimeId: 'acp', label: 'Paper', models, command: [program] });
  await run(here, ['invoke', '--agent', here.agent, '--prompt', 'x']);
  expect(await ran(here, ['sessions', 'delete', 'gone'])).toMatchObject({
    err: { error: { code: 'SESSION_UNKNOWN' } },
  });
  expect(await ran(here, ['sessions', 'delete', 's-1'])).toMatchObject({
    code: 0,
    out: { runtime_id: 'acp', session_id: 's-1', back_end: 'kept' },
  });
  const refused = await run(here, ['channels', 'remove', 'paper']);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('runtime-agent:paper (--with-managed)') });
  expect(await run(here, ['channels', 'remove', 'paper', '--with-managed'])).toMatchObject({ code: 0 });
  expect(await ran(here, ['agents', 'list'])).toMatchObject({ out: [] });
});

it('imports a configuration once, and says that it is there the second time', async () => {
  const here = await codexProject({ steps: [] });
  await mkdir(join(here.dir, 'home', '.codex'), { recursive: true });
  await writeFile(join(here.dir, 'home', '.codex', 'config.toml'), 'model = "gpt-9"\n');
  const own = { ...here, env: { ...here.env, HOME: join(here.dir, 'home') } };
  const importing = (...more: string[]) => run(own, ['channels', 'import', 'codex', ...more]);
  expect((await importing()).stdout).toMatch(/^Channel codex is stored/);
  expect(await importing()).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining("channel 'codex'") });
});
