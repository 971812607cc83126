import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { managedAgentId } from '../../../src/runtimes/agent.js';
import type { Channel } from '../../../src/runtimes/channel.js';
import {
  addAgent,
  agentRevisions,
  editAgent,
  listAgents,
  removeAgent,
  showAgent,
} from '../../../src/runtimes/records/agents.js';
import {
  addChannel,
  editChannel,
  listChannels,
  markRun,
  markTested,
  removeChannel,
  showChannel,
} from '../../../src/runtimes/records/channels.js';
import type { Binding } from '../../../src/runtimes/records/consumers.js';
import { type KeptValues, rejoin, separate } from '../../../src/runtimes/records/kept-values.js';
import type { Records } from '../../../src/runtimes/records/records.js';
import { resolveChannel } from '../../../src/runtimes/records/resolve-channel.js';
import { sweepSecrets } from '../../../src/runtimes/records/sweep-secrets.js';
import { openStore } from '../../../src/store/open.js';
import { program } from '../../store/child.js';
import { plain, records } from './bench.js';

const KEY = 'sk-live-0123456789abcdef';
const MODELS = [
  { id: 'fast', label: 'Fast', reasoningEfforts: ['low', 'high'] },
  { id: 'slow', label: 'Slow' },
];
const withKey = (id = 'work', more: Record<string, unknown> = {}) =>
  plain(id, { models: MODELS, environment: { CODEX_API_KEY: KEY }, ...more });
const mine = { id: 'mine', name: 'Mine', channelId: 'work', modelId: 'fast', reasoningEffort: 'low' };

describe('values', () => {
  it('lie in one 0600 file of the channel, in no byte of the database, and are read back for an invocation', async () => {
    const room = await records();
    const given = withKey('work', {
      httpHeaders: { 'X-Team': 'team-secret-77', 'X-Ref': 'env:TEAM' },
      requestOverrides: {
        headers: { 'X-Over': 'over-secret-88' },
        body: { user: 'body-secret-99', nested: { a: ['n-secret-11'] } },
      },
    });
    const { channel } = await addChannel(room, given);
    expect(channel).toMatchObject({
      environment: { CODEX_API_KEY: 'secret:kept' },
      httpHeaders: { 'X-Team': 'secret:kept', 'X-Ref': 'env:TEAM' },
      requestOverrides: { headers: { 'X-Over': 'secret:kept' }, body: { user: 'secret:kept', nested: 'secret:kept' } },
    });
    const [file = '', ...more] = readdirSync(room.secrets_dir);
    expect(more).toEqual([]);
    expect(statSync(join(room.secrets_dir, file)).mode & 0o777).toBe(0o600);
    expect(statSync(room.secrets_dir).mode & 0o777).toBe(0o700);
    const secrets = [KEY, 'team-secret-77', 'over-secret-88', 'body-secret-99', 'n-secret-11'];
    expect(found(room, secrets)).toEqual([]);
    const resolved = await resolveChannel(room, 'work', { TEAM: 'team-ref-66' });
    expect(resolved).toMatchObject({ ...given, httpHeaders: { 'X-Team': 'team-secret-77', 'X-Ref': 'team-ref-66' } });
    expect(resolved.apiKey).toBe(KEY);
    for (const secret of [...secrets, 'team-ref-66']) expect(resolved.secretValues).toContain(secret);
  });

  it('are known to what writes, also the key of a header alone, and words that stand everywhere are not', async () => {
    const room = await records();
    await addChannel(
      room,
      plain('work', {
        httpHeaders: { Authorization: 'Bearer abc"d/ef', 'X-Mode': 'auto' },
        requestOverrides: { body: { effort: 'low' } },
        environment: { CODEX_API_KEY: 'k1y!', LEVEL: '1' },
      }),
    );
    const { secretValues } = await resolveChannel(room, 'work', {});
    expect([...secretValues].sort()).toEqual(['Bearer abc"d/ef', 'abc"d/ef', 'k1y!']);
  });

  it('of other channels in the environment are known too, and are not handed to other runtimes', async () => {
    const room = await records();
    await addChannel(room, plain('work', { environment: { CODEX_API_KEY: 'env:GATEWAY', HTTPS_PROXY: 'env:PROXY' } }));
    await addChannel(room, plain('mate', {}));
    await addChannel(room, { ...plain('other', {}), runtimeId: 'claude' });
    const env = { GATEWAY: 'gateway-secret-55', PROXY: 'http://proxy.example' };
    expect(await resolveChannel(room, 'other', env)).toMatchObject({
      secretValues: ['gateway-secret-55'],
      foreignVariables: ['GATEWAY'],
    });
    const own = { secretValues: expect.arrayContaining(['gateway-secret-55']), foreignVariables: [] };
    for (const id of ['work', 'mate']) expect(await resolveChannel(room, id, env)).toMatchObject(own);
  });

  it('that are referred to are read when they are needed, and every one that cannot be had is named', async () => {
    const room = await records();
    const file = join(room.dir, 'key.txt');
    writeFileSync(file, `${KEY}\n`);
    const environment = { CODEX_API_KEY: `file:${file}`, OTHER: 'env:OTHER_KEY', GONE: `file:${room.dir}/none` };
    await addChannel(room, plain('work', { environment }));
    expect(existsSync(room.secrets_dir)).toBe(false);
    const failure = await resolveChannel(room, 'work', {}).then(String, (error: Error) => error);
    expect(failure).toMatchObject({ code: 'CHANNEL_REFERENCE' });
    const { message } = failure as Error;
    expect(message).toContain('environment.OTHER: env:OTHER_KEY is not set');
    expect(message).toContain(`environment.GONE: file:${room.dir}/none`);
    expect(message).not.toContain(KEY);
    await editChannel(room, 'work', { environment: { CODEX_API_KEY: `file:${file}` } });
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: KEY });
    writeFileSync(file, '');
    await expect(resolveChannel(room, 'work', {})).rejects.toMatchObject({ code: 'CHANNEL_REFERENCE' });
  });

  it('stay when an edit gives them back as kept, change when it gives others, and go when it leaves them out', async () => {
    const room = await records();
    await addChannel(room, withKey('work', { httpHeaders: { A: 'value-of-a', B: 'value-of-b' } }));
    const [first] = readdirSync(room.secrets_dir);
    const edited = await editChannel(room, 'work', { httpHeaders: { A: 'secret:kept', C: 'value-of-c' } });
    expect(edited.channel.httpHeaders).toEqual({ A: 'secret:kept', C: 'secret:kept' });
    expect(await resolveChannel(room, 'work', {})).toMatchObject({
      apiKey: KEY,
      httpHeaders: { A: 'value-of-a', C: 'value-of-c' },
    });
    const after = readdirSync(room.secrets_dir);
    expect(after).toHaveLength(1);
    expect(after).not.toContain(first);
    await editChannel(room, 'work', { httpHeaders: null, environment: null });
    expect(readdirSync(room.secrets_dir)).toEqual([]);
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: null, secretValues: [] });
    await expect(editChannel(room, 'work', { httpHeaders: { A: 'secret:kept' } })).rejects.toMatchObject({
      code: 'CHANNEL_INVALID',
    });
  });

  it.each([
    ['is gone', (file: string) => writeFileSync(file, ''), /damaged/],
    [
      'is damaged',
      (file: string) => writeFileSync(file, `{"version":1,"channel":"work","values":{"a":"${KEY}`),
      /damaged/,
    ],
    [
      'is of another channel',
      (file: string) => writeFileSync(file, '{"version":1,"channel":"x","values":{}}'),
      /damaged/,
    ],
    ['can be read by others', (file: string) => chmodSync(file, 0o644), /0600/],
  ])('are not taken from a file that %s', async (_what, harm, words) => {
    const room = await records();
    await addChannel(room, withKey());
    harm(join(room.secrets_dir, readdirSync(room.secrets_dir)[0] ?? ''));
    const failure = await resolveChannel(room, 'work', {}).then(String, (error: Error) => error);
    expect(failure).toMatchObject({ code: 'CHANNEL_SECRETS_FILE', message: expect.stringMatching(words) });
    expect((failure as Error).stack).not.toContain(KEY);
    // What stays as it is cannot be read; what is given anew needs nothing of it.
    await expect(editChannel(room, 'work', { label: 'Else' })).rejects.toMatchObject({ code: 'CHANNEL_SECRETS_FILE' });
    await editChannel(room, 'work', { environment: { CODEX_API_KEY: 'given-anew' } });
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: 'given-anew' });
    expect(readdirSync(room.secrets_dir)).toHaveLength(1);
  });

  it('that were in a file that is gone are asked for, in an edit and where they are needed', async () => {
    const room = await records();
    await addChannel(room, withKey());
    rmSync(room.secrets_dir, { recursive: true });
    await expect(resolveChannel(room, 'work', {})).rejects.toMatchObject({ code: 'CHANNEL_SECRETS_FILE' });
    await editChannel(room, 'work', { environment: { CODEX_API_KEY: 'env:KEY' } });
    expect(await resolveChannel(room, 'work', { KEY: 'by-variable' })).toMatchObject({ apiKey: 'by-variable' });
  });

  it('are read as they were or as they are now while the channel is edited again and again', async () => {
    const room = await records();
    await addChannel(room, withKey('work', { environment: { CODEX_API_KEY: 'key-number-0' } }));
    const edits = async () => {
      for (let n = 1; n <= 20; n += 1)
        await editChannel(room, 'work', { environment: { CODEX_API_KEY: `key-number-${n}` } });
    };
    const other = { ...room, store: await openStore(room.store.file) };
    try {
      let done = false;
      const editing = edits().finally(() => {
        done = true;
      });
      while (!done) expect((await resolveChannel(other, 'work', {})).apiKey).toMatch(/^key-number-\d+$/);
      await editing;
    } finally {
      await other.store.close();
    }
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: 'key-number-20' });
    expect(readdirSync(room.secrets_dir)).toHaveLength(1);
  });

  it('come back whole, and none of them stays in the row, whatever they are', () => {
    const text = fc.string({ minLength: 1 }).filter((value) => value !== 'secret:kept' && !/^(env|file):/.test(value));
    const values = fc.dictionary(fc.stringMatching(/^[A-Za-z_]{1,8}$/), text);
    // As a file has them: JSON knows no -0, and no key that stands for a prototype.
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    const key = fc.string().filter((name) => name !== '__proto__');
    const channels = fc.record(
      {
        httpHeaders: values,
        environment: values,
        requestOverrides: fc.record({ headers: values, body: fc.dictionary(key, json) }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(channels, (parts) => {
        const channel = { ...plain(), ...parts } as unknown as Channel;
        const { row, kept, problems } = separate(channel, {});
        if (problems.length > 0) return;
        const held = JSON.parse(JSON.stringify(kept)) as KeptValues;
        expect(rejoin(JSON.parse(JSON.stringify(row)) as Channel, held)).toEqual({
          channel: JSON.parse(JSON.stringify(channel)),
          missing: [],
        });
        const left = [row.httpHeaders, row.environment, row.requestOverrides?.headers, row.requestOverrides?.body];
        for (const value of left.flatMap((part) => Object.values(part ?? {}))) {
          expect(value === 'secret:kept' || /^(env|file):/.test(String(value))).toBe(true);
        }
        expect(separate(row, held)).toEqual({ row, kept, problems: [] });
      }),
    );
  });
});

describe('one transaction', () => {
  it.each(['channels', 'agents', 'agent_revisions'])(
    'a write to %s that fails leaves no row and no file',
    async (table) => {
      const room = await records();
      await failOn(room, table, 'insert');
      await expect(addChannel(room, withKey())).rejects.toThrow('refused by the test');
      expect(await listChannels(room)).toEqual([]);
      expect(await listAgents(room)).toEqual([]);
      expect(readdirSync(room.secrets_dir)).toEqual([]);
    },
  );

  it('an edit that fails leaves the channel, its agent and its file as they were', async () => {
    const room = await records();
    const before = await addChannel(room, withKey());
    await failOn(room, 'agent_revisions', 'insert');
    const edit = editChannel(room, 'work', { label: 'Else', environment: { CODEX_API_KEY: 'another-key' } });
    await expect(edit).rejects.toThrow('refused by the test');
    expect(await showChannel(room, 'work')).toEqual(before);
    expect(readdirSync(room.secrets_dir)).toHaveLength(1);
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: KEY });
  });

  it('a file that cannot be written stores nothing', async () => {
    const room = await records();
    mkdirSync(join(room.dir, 'taken'));
    writeFileSync(join(room.dir, 'taken', 'channels'), '');
    const blocked = { ...room, secrets_dir: join(room.dir, 'taken', 'channels', 'inner') };
    await expect(addChannel(blocked, withKey())).rejects.toMatchObject({ code: 'CHANNEL_SECRETS_FILE' });
    expect(await listChannels(room)).toEqual([]);
    expect(await listAgents(room)).toEqual([]);
  });

  it('two that add one channel at once make one, with one file', async () => {
    const room = await records();
    const other = { ...room, store: await openStore(room.store.file) };
    try {
      const results = await Promise.allSettled([addChannel(room, withKey()), addChannel(other, withKey())]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CHANNEL_EXISTS' } });
    } finally {
      await other.store.close();
    }
    expect(readdirSync(room.secrets_dir)).toHaveLength(1);
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: KEY });
  });

  it('a process that is killed between file and row leaves a file that nobody can own, and the next one removes it', async () => {
    const room = await records();
    const killed = runIn(room, 'add', 'channel.secrets-written');
    expect(killed.signal).toBe('SIGKILL');
    expect(await room.store.read((tx) => tx.selectFrom('channels').select('id').execute())).toEqual([]);
    expect(readdirSync(room.secrets_dir)).toHaveLength(1);
    expect(await listChannels(room)).toEqual([]);
    expect(readdirSync(room.secrets_dir)).toEqual([]);
  });

  it('a process that is killed in an edit leaves the channel with the file that it had', async () => {
    const room = await records();
    await addChannel(room, withKey());
    expect(runIn(room, 'edit', 'channel.secrets-written').signal).toBe('SIGKILL');
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: KEY });
    expect(await sweepSecrets(room)).toBe(1);
    expect(readdirSync(room.secrets_dir)).toHaveLength(1);
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: KEY });
  });

  it('a process that is killed right after an edit leaves the new one, and the old file is removed', async () => {
    const room = await records();
    await addChannel(room, withKey());
    expect(runIn(room, 'edit', 'channel.committed').signal).toBe('SIGKILL');
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: 'the-other-key' });
    expect(readdirSync(room.secrets_dir)).toHaveLength(2);
    expect(await sweepSecrets(room)).toBe(1);
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: 'the-other-key' });
  });

  it('sweeping touches no file that a channel owns, nor one that is not ours', async () => {
    const room = await records();
    await addChannel(room, withKey());
    writeFileSync(join(room.secrets_dir, 'notes.txt'), 'mine');
    expect(await sweepSecrets(room)).toBe(0);
    expect(readdirSync(room.secrets_dir)).toHaveLength(2);
  });
});

describe('saved, tested and ran', () => {
  it('are three facts, and an edit clears that it was tested', async () => {
    const room = await records();
    const saved = await addChannel(room, plain());
    expect(saved).toMatchObject({ tested: null, last_run: null });
    const test = {
      tested_as: saved.updated_at,
      at: '2026-03-02T00:00:00.000Z',
      invocation_id: 'inv_1',
      outcome: 'ok',
    } as const;
    expect(await markTested(room, 'work', test)).toBe(true);
    await markRun(room, 'work', { at: '2026-03-03T00:00:00.000Z', status: 'failed' });
    await markRun(room, 'work', { at: '2026-03-01T00:00:00.000Z', status: 'completed' });
    const [listed] = await listChannels(room);
    expect(listed).toMatchObject({
      tested: { at: test.at, outcome: 'ok', invocation_id: 'inv_1' },
      last_run: { at: '2026-03-03T00:00:00.000Z', status: 'failed' },
    });
    const edited = await editChannel(room, 'work', { label: 'Else' });
    expect(edited).toMatchObject({ tested: null, last_run: { status: 'failed' } });
    expect(await markTested(room, 'work', test)).toBe(false);
    expect((await showChannel(room, 'work')).tested).toBeNull();
    expect(await markTested(room, 'gone', test)).toBe(false);
  });

  it('an edit that changes nothing clears nothing', async () => {
    const room = await records();
    const { updated_at } = await addChannel(room, withKey());
    await markTested(room, 'work', {
      tested_as: updated_at,
      at: updated_at,
      invocation_id: 'inv_1',
      outcome: 'failed',
    });
    const { channel } = await showChannel(room, 'work');
    expect(await editChannel(room, 'work', channel)).toMatchObject({ tested: { outcome: 'failed' } });
  });

  it('two edits in one millisecond are two', async () => {
    const room = await records({ now: () => new Date(0) });
    const first = await addChannel(room, plain());
    const second = await editChannel(room, 'work', { label: 'Else' });
    expect(second.updated_at > first.updated_at).toBe(true);
  });
});

describe('the managed agent', () => {
  const id = managedAgentId('work');

  it('is made with its channel, with its first model, and follows it until a person edits it', async () => {
    const room = await records();
    await addChannel(room, withKey());
    expect(await showAgent(room, id)).toMatchObject({
      revision: 1,
      agent: { modelId: 'fast', name: 'Work', managed: true },
    });
    await editChannel(room, 'work', { models: [MODELS[1]], label: 'Else' });
    expect(await showAgent(room, id)).toMatchObject({
      revision: 2,
      agent: { modelId: 'slow', name: 'Else', managed: true },
    });
    expect((await editAgent(room, id, { name: 'Mary’s' })).agent).not.toHaveProperty('managed');
    await editChannel(room, 'work', { label: 'Third' });
    expect(await showAgent(room, id)).toMatchObject({ revision: 3, agent: { name: 'Mary’s' } });
  });

  it('that was deleted stays deleted until its channel goes', async () => {
    const room = await records();
    await addChannel(room, withKey());
    await removeAgent(room, id, []);
    await editChannel(room, 'work', { label: 'Else' });
    expect(await listAgents(room)).toEqual([]);
    await expect(showAgent(room, id)).rejects.toMatchObject({
      code: 'AGENT_UNKNOWN',
      message: expect.stringContaining('deleted'),
    });
    await removeChannel(room, 'work', []);
    await addChannel(room, withKey());
    expect(await showAgent(room, id)).toMatchObject({ revision: 1, agent: { managed: true } });
  });

  it('goes with its channel', async () => {
    const room = await records();
    await addChannel(room, withKey());
    await removeChannel(room, 'work', []);
    expect(await listAgents(room)).toEqual([]);
    expect(await room.store.read((tx) => tx.selectFrom('agent_revisions').selectAll().execute())).toEqual([]);
    expect(readdirSync(room.secrets_dir)).toEqual([]);
  });
});

describe('an agent', () => {
  it('has a revision for each edit, which never changes', async () => {
    const room = await records();
    await addChannel(room, withKey());
    const added = await addAgent(room, { ...mine, tags: ['a'] });
    expect(added).toMatchObject({ revision: 1, runtime_id: 'codex', agent: { ...mine, description: '', tags: ['a'] } });
    await editAgent({ ...room, by: 'bob' }, 'mine', { description: 'What it does', reasoningEffort: null });
    await editAgent(room, 'mine', { description: 'What it does' });
    const revisions = await agentRevisions(room, 'mine');
    expect(revisions.map(({ revision, by }) => [revision, by])).toEqual([
      [1, 'mary'],
      [2, 'bob'],
    ]);
    expect(revisions[0]?.agent).toEqual(added.agent);
    expect(revisions[1]?.agent).toEqual((await showAgent(room, 'mine')).agent);
    expect(revisions[1]?.agent).not.toHaveProperty('reasoningEffort');
  });

  it('that was deleted keeps its id, its revisions and its place', async () => {
    const room = await records();
    await addChannel(room, withKey());
    await addAgent(room, mine);
    await removeAgent(room, 'mine', []);
    await expect(addAgent(room, mine)).rejects.toMatchObject({ code: 'AGENT_EXISTS' });
    await expect(removeAgent(room, 'mine', [])).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' });
    expect((await listAgents(room, 'work')).map(({ agent }) => agent.id)).toEqual([managedAgentId('work')]);
    await removeChannel(room, 'work', []);
  });

  it('moves to another channel of its runtime, where the model is', async () => {
    const room = await records();
    await addChannel(room, withKey());
    await addChannel(room, withKey('home'));
    await addAgent(room, mine);
    await editAgent(room, 'mine', { channelId: 'home' });
    await removeChannel(room, 'work', []);
    await expect(removeChannel(room, 'home', [])).rejects.toMatchObject({ code: 'CHANNEL_IN_USE' });
  });
});

describe('what is used', () => {
  const bindings: Binding[] = [
    { agentId: 'mine', consumer: { kind: 'executor', name: 'runtime.executor_agent' } },
    { agentId: 'mine', consumer: { kind: 'package', name: 'lint' } },
    { agentId: 'mine', consumer: { kind: 'evaluation', name: 'nightly' } },
    { agentId: 'other', consumer: { kind: 'package', name: 'not this' } },
  ];

  it('an agent: is refused with every consumer before anything changes', async () => {
    const room = await records();
    await addChannel(room, withKey());
    await addAgent(room, mine);
    await use(room, 'mine', 'work');
    const failure = await removeAgent(room, 'mine', bindings).then(String, (error: Error) => error);
    expect(failure).toMatchObject({
      code: 'AGENT_IN_USE',
      consumers: [
        { kind: 'executor', name: 'runtime.executor_agent' },
        { kind: 'package', name: 'lint' },
        { kind: 'evaluation', name: 'nightly' },
        { kind: 'session', name: 'ses_1' },
        { kind: 'session', name: 'ses_2' },
        { kind: 'invocation', name: 'inv_pending' },
      ],
    });
    for (const name of ['runtime.executor_agent', 'lint', 'nightly', 'ses_1', 'ses_2', 'inv_pending'])
      expect((failure as Error).message).toContain(name);
    expect(await showAgent(room, 'mine')).toMatchObject({ revision: 1 });
  });

  it('a channel: is refused with its agents, and what they would leave behind', async () => {
    const room = await records();
    await addChannel(room, withKey());
    await addAgent(room, mine);
    await addAgent(room, { ...mine, id: 'yours' });
    const managed = managedAgentId('work');
    await use(room, managed, 'work');
    const bound: Binding = { agentId: managed, consumer: { kind: 'package', name: 'lint' } };
    await expect(removeChannel(room, 'work', [bound])).rejects.toMatchObject({
      code: 'CHANNEL_IN_USE',
      consumers: [
        { kind: 'agent', name: 'mine' },
        { kind: 'agent', name: 'yours' },
        { kind: 'package', name: 'lint' },
        { kind: 'session', name: 'ses_1' },
        { kind: 'session', name: 'ses_2' },
        { kind: 'invocation', name: 'inv_pending' },
      ],
    });
    expect(await showChannel(room, 'work')).toBeTruthy();
    expect(await listAgents(room)).toHaveLength(3);
    expect(await resolveChannel(room, 'work', {})).toMatchObject({ apiKey: KEY });
  });

  it('a model: an edit that takes it, or its effort, from an agent is refused with every such agent', async () => {
    const room = await records();
    await addChannel(room, withKey());
    await addAgent(room, mine);
    await addAgent(room, { ...mine, id: 'yours', reasoningEffort: undefined });
    const consumers = (...names: string[]) => names.map((name) => ({ kind: 'agent', name }));
    await expect(editChannel(room, 'work', { models: [MODELS[1]] })).rejects.toMatchObject({
      code: 'CHANNEL_MODEL_IN_USE',
      consumers: consumers('mine', 'yours'),
    });
    await expect(editChannel(room, 'work', { models: [{ id: 'fast', label: 'Fast' }] })).rejects.toMatchObject({
      consumers: consumers('mine'),
    });
    expect((await showChannel(room, 'work')).channel.models).toEqual(MODELS);
  });

  it('nothing: a finished invocation keeps neither', async () => {
    const room = await records();
    await addChannel(room, withKey());
    await addAgent(room, mine);
    await use(room, 'mine', 'work', { sessions: [], pending: false });
    await removeAgent(room, 'mine', []);
    await removeChannel(room, 'work', []);
    expect(await listChannels(room)).toEqual([]);
  });
});

/** Which of the secrets are in the database's files, or in the names of the channel's. */
function found(room: Records, secrets: readonly string[]): string[] {
  const bytes = ['', '-wal', '-shm']
    .map((suffix) => room.store.file + suffix)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file).toString('latin1'))
    .concat(readdirSync(room.secrets_dir))
    .join('\n');
  expect(bytes).toContain('CODEX_API_KEY');
  return secrets.filter((secret) => bytes.includes(secret));
}

async function failOn(room: Records, table: string, what: 'insert'): Promise<void> {
  await room.store.write(async (tx) => {
    await sql
      .raw(
        `create trigger no_${table} before ${what} on ${table} begin select raise(abort, 'refused by the test'); end`,
      )
      .execute(tx);
  });
}

/** Adds or edits the channel in another process, which is killed where the fault point says. */
function runIn(room: Records & { dir: string }, what: 'add' | 'edit', point: string) {
  const script = program('store-a-channel', room.dir, new URL('fixtures/', import.meta.url));
  return spawnSync(process.execPath, [script, room.store.file, room.secrets_dir, what], {
    env: { ...process.env, ER_FAULT_POINT: point },
    encoding: 'utf8',
  });
}

async function use(
  room: Records,
  agent_id: string,
  channel_id: string,
  { sessions = ['ses_1', 'ses_2'], pending = true } = {},
): Promise<void> {
  const at = '2026-03-01T00:00:00.000Z';
  await room.store.write(async (tx) => {
    for (const session_id of sessions) {
      const session = { runtime_id: 'codex', session_id, channel_id, agent_id, work_dir: '/w', conversation: null };
      const times = { created_at: at, used_at: at, verified_at: null, last_invocation_id: 'inv_done' };
      await tx
        .insertInto('sessions')
        .values({ ...session, ...times })
        .execute();
    }
    for (const [id, status] of [['inv_done', 'completed'], ...(pending ? [['inv_pending', 'pending']] : [])]) {
      await tx
        .insertInto('invocations')
        .values({
          id: id ?? '',
          status: status ?? '',
          surface: 'task',
          runtime_id: 'codex',
          channel_id,
          agent_id,
          environment_id: 'local',
          mode: 'oneshot',
          policy: 'fresh',
          work_dir: '/w',
          recorder_host: 'h',
          recorder_pid: 1,
          recorder_started_at: at,
          started_at: at,
          events_path: '/e',
        } as never)
        .execute();
    }
  });
}
