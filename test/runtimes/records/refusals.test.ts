import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RuntimeId } from '../../../src/runtimes/catalog.js';
import type { ChannelField } from '../../../src/runtimes/channel.js';
import { addAgent, editAgent, removeAgent, showAgent } from '../../../src/runtimes/records/agents.js';
import {
  addChannel,
  editChannel,
  listChannels,
  removeChannel,
  showChannel,
} from '../../../src/runtimes/records/channels.js';
import { EVERY_FIELD, plain, records, rules } from './bench.js';

const SECRET = 'sk-live-0123456789abcdef';

/** What is wrong with it, and where that is said. */
const INVALID: readonly [string, Record<string, unknown>, string][] = [
  ['an id with a slash', { id: '../x' }, 'id'],
  ['an id that is too long', { id: 'x'.repeat(65) }, 'id'],
  ['no id', { id: null }, 'id'],
  ['a runtime that nobody knows', { runtimeId: 'hal' }, 'runtimeId'],
  ['a label of two lines', { label: 'a\nb' }, 'label'],
  ['no models', { models: [] }, 'models'],
  ['a model without an id', { models: [{ label: 'x' }] }, 'models.0.id'],
  ['a model twice', { models: [model('a'), model('b'), model('a')] }, 'models.2.id'],
  ['default as a later model', { models: [model('a'), model('default')] }, 'models.1.id'],
  ['an empty list of efforts', { models: [{ ...model('a'), reasoningEfforts: [] }] }, 'models.0.reasoningEfforts'],
  ['a field that there is not', { apikey: SECRET }, 'apikey'],
  ['a key in the place of a name', { environment: { [SECRET]: 'x' } }, 'environment'],
  ['a password in the address', { baseUrl: `https://me:${SECRET}@host/v1` }, 'baseUrl'],
  ['a key in the address', { baseUrl: `https://host/v1?api_key=${SECRET}` }, 'baseUrl'],
  ['a key in a command line', { command: ['agent', `--api-key=${SECRET}`] }, 'command.1'],
  ['a key in a label', { label: `Team ${SECRET}` }, 'label'],
  [
    'a key in an allowed command',
    { approvals: { policy: 'ask', allow: [['curl', `Bearer ${SECRET}`]] } },
    'approvals.allow.0.1',
  ],
  ['an address of another kind', { baseUrl: 'ftp://host' }, 'baseUrl'],
  ['an unknown wire', { wireApi: 'grpc' }, 'wireApi'],
  ['an unknown format', { apiFormat: 'xml' }, 'apiFormat'],
  ['a switch that is a text', { isFullUrl: 'yes' }, 'isFullUrl'],
  ['a full address without an address', { isFullUrl: true }, 'isFullUrl'],
  ['a key field that names nothing', { apiKeyField: 'MY_KEY' }, 'apiKeyField'],
  ['a key field that is no name', { apiKeyField: SECRET }, 'apiKeyField'],
  ['a header of two lines', { httpHeaders: { 'X-Key': `${SECRET}\r\nX-Other: 1` } }, 'httpHeaders.X-Key'],
  ['a header name with a space', { httpHeaders: { 'X Key': SECRET } }, 'httpHeaders'],
  ['a variable name with a dash', { environment: { 'MY-KEY': SECRET } }, 'environment.MY-KEY'],
  ['a variable of ours', { environment: { ER_INVOCATION_ID: 'x' } }, 'environment.ER_INVOCATION_ID'],
  ['an empty value', { environment: { KEY: '' } }, 'environment.KEY'],
  ['a value with a NUL', { environment: { KEY: `${SECRET}\0` } }, 'environment.KEY'],
  ['a reference to no variable', { environment: { KEY: 'env:MY KEY' } }, 'environment.KEY'],
  ['a reference to a relative path', { environment: { KEY: 'file:key.txt' } }, 'environment.KEY'],
  ['a kept value where none is kept', { environment: { KEY: 'secret:kept' } }, 'environment.KEY'],
  ['a kept value in a request body', { requestOverrides: { body: { a: 'secret:kept' } } }, 'requestOverrides.body.a'],
  ['overrides of something else', { requestOverrides: { cookies: {} } }, 'requestOverrides.cookies'],
  [
    'an effort that no model has',
    { modelReasoningEffort: 'max', models: [{ ...model('a'), reasoningEfforts: ['low'] }] },
    'modelReasoningEffort',
  ],
  ['a user agent of two lines', { customUserAgent: 'a\nb' }, 'customUserAgent'],
  ['a provider that is not configured', { provider: 'nobody' }, 'provider'],
  ['an empty command', { command: [] }, 'command'],
  ['a command as a text', { command: 'agent --acp' }, 'command'],
  ['an unknown permission', { permissions: 'root' }, 'permissions'],
  ['an unknown approval policy', { approvals: { policy: 'maybe', allow: [] } }, 'approvals.policy'],
  ['an allow-list that allows nothing', { approvals: { policy: 'allow-list', allow: [] } }, 'approvals.allow'],
  ['a list of what deny allows', { approvals: { policy: 'deny', allow: [['ls']] } }, 'approvals.allow'],
  ['an allowed command as a text', { approvals: { policy: 'ask', allow: ['ls'] } }, 'approvals.allow.0'],
  ['a relative state folder', { stateDir: 'state' }, 'stateDir'],
];

describe('a channel is refused, and nothing is stored,', () => {
  it.each(INVALID)('for %s', async (_what, change, path) => {
    const room = await records();
    const failure = await failed(addChannel(room, plain('work', change)));
    expect(failure).toMatchObject({ code: 'CHANNEL_INVALID', exitCode: 2 });
    expect(problemPaths(failure).some((each) => each.startsWith(path))).toBe(true);
    expect(said(failure)).not.toContain(SECRET);
    expect(await listChannels(room)).toEqual([]);
    expect(filesOf(room.secrets_dir)).toEqual([]);
  });

  it.each([null, 'work', 7, []])('for something that is no object: %j', async (given) => {
    expect(await failed(addChannel(await records(), given))).toMatchObject({ code: 'CHANNEL_INVALID' });
  });

  it('with everything that is wrong at once', async () => {
    const failure = await failed(
      addChannel(await records(), plain('work', { wireApi: 'x', permissions: 'y', foo: 1 })),
    );
    expect(problemPaths(failure).sort()).toEqual(['foo', 'permissions', 'wireApi']);
  });
});

const VALUES: Readonly<Record<ChannelField, unknown>> = {
  modelProvider: 'mock',
  providerName: 'Mock',
  baseUrl: 'http://127.0.0.1:1/v1',
  wireApi: 'responses',
  apiFormat: 'anthropic',
  isFullUrl: false,
  apiKeyField: 'KEY',
  httpHeaders: { 'X-A': SECRET },
  environment: { KEY: SECRET },
  requestOverrides: { body: { a: 1 } },
  modelReasoningEffort: 'high',
  customUserAgent: 'me/1',
  dshUseStoredCredentials: true,
  provider: 'team',
  command: ['agent'],
  permissions: 'full',
  approvals: { policy: 'ask', allow: [] },
  stateDir: '/srv/state',
};

describe('a field that the driver does not honour', () => {
  it.each(EVERY_FIELD)('is refused: %s', async (field) => {
    const others = EVERY_FIELD.filter((each) => each !== field);
    const room = await records({ rulesOf: async (id) => rules(id, others) });
    const environment = field === 'apiKeyField' ? { environment: VALUES.environment } : {};
    const failure = await failed(addChannel(room, plain('work', { ...environment, [field]: VALUES[field] })));
    expect(failure).toMatchObject({ code: 'CHANNEL_FIELD_REFUSED', exitCode: 2 });
    expect(problemPaths(failure)).toEqual([field]);
    expect(said(failure)).not.toContain(SECRET);
    expect(filesOf(room.secrets_dir)).toEqual([]);
  });

  it.each(EVERY_FIELD)('is stored where it is honoured: %s', async (field) => {
    const environment = field === 'apiKeyField' ? { environment: VALUES.environment } : {};
    const { channel } = await addChannel(await records(), plain('work', { ...environment, [field]: VALUES[field] }));
    expect(Object.keys(channel)).toContain(field);
  });

  it('includes the efforts of a model', async () => {
    const room = await records({ rulesOf: async (id) => rules(id, []) });
    const failure = await failed(
      addChannel(room, plain('w', { models: [{ ...model('a'), reasoningEfforts: ['low'] }] })),
    );
    expect(problemPaths(failure)).toEqual(['models.0.reasoningEfforts']);
  });

  it('is refused in the words of the driver where it knows better', async () => {
    const words = { en: 'headers need a baseUrl', zh: '设置 header 需要 baseUrl' };
    const room = await records({ rulesOf: async (id) => ({ ...rules(id), checkChannel: () => words }) });
    const failure = await failed(addChannel(room, plain()));
    expect(failure).toMatchObject({ code: 'CHANNEL_FIELD_REFUSED' });
    expect(said(failure)).toContain(words.en);
    expect(said(failure)).toContain(words.zh);
  });

  it('is every one where nothing drives the runtime', async () => {
    const room = await records({ rulesOf: async () => null });
    expect(await failed(addChannel(room, plain()))).toMatchObject({ code: 'CHANNEL_FIELD_REFUSED' });
  });
});

describe('what is not there, or there already,', () => {
  it('is said with what there is', async () => {
    const room = await records();
    await addChannel(room, plain('work'));
    const agent = { id: 'mine', name: 'Mine', channelId: 'work', modelId: 'default' };
    await addAgent(room, agent);
    const table: [Promise<unknown>, string, string][] = [
      [showChannel(room, 'wrok'), 'CHANNEL_UNKNOWN', 'work'],
      [editChannel(room, 'wrok', {}), 'CHANNEL_UNKNOWN', 'work'],
      [removeChannel(room, 'wrok', []), 'CHANNEL_UNKNOWN', 'work'],
      [addChannel(room, plain('work')), 'CHANNEL_EXISTS', 'work'],
      [editChannel(room, 'work', { id: 'other' }), 'CHANNEL_INVALID', 'id'],
      [editChannel(room, 'work', { runtimeId: 'claude' }), 'CHANNEL_INVALID', 'runtimeId'],
      [showAgent(room, 'nobody'), 'AGENT_UNKNOWN', 'mine'],
      [showAgent(room, undefined), 'AGENT_REQUIRED', 'mine'],
      [showAgent(room, ''), 'AGENT_REQUIRED', 'mine'],
      [editAgent(room, 'nobody', {}), 'AGENT_UNKNOWN', 'mine'],
      [removeAgent(room, 'nobody', []), 'AGENT_UNKNOWN', 'mine'],
      [addAgent(room, agent), 'AGENT_EXISTS', 'mine'],
      [editAgent(room, 'mine', { id: 'other' }), 'AGENT_INVALID', 'id'],
    ];
    for (const [attempt, code, named] of table) {
      const failure = await failed(attempt);
      expect(failure).toMatchObject({ code, exitCode: 2 });
      expect(said(failure)).toContain(named);
    }
  });
});

describe('an agent is refused, and nothing is stored,', () => {
  const good = { id: 'mine', name: 'Mine', channelId: 'work', modelId: 'fast', reasoningEffort: 'low' };
  const table: readonly [string, Record<string, unknown>, string][] = [
    ['an id with a colon', { id: 'runtime-agent:x' }, 'id'],
    ['no name', { name: '' }, 'name'],
    ['a channel that is not there', { channelId: 'gone' }, 'channelId'],
    ['no channel', { channelId: undefined }, 'channelId'],
    ['a model that the channel has not', { modelId: 'slow' }, 'modelId'],
    ['no model', { modelId: null }, 'modelId'],
    ['an effort that the model has not', { reasoningEffort: 'max' }, 'reasoningEffort'],
    ['an effort where the model has none', { modelId: 'default' }, 'reasoningEffort'],
    ['tags that are no list', { tags: 'a' }, 'tags'],
    ['empty instructions', { instructions: '' }, 'instructions'],
    ['a field that there is not', { channel: 'work' }, 'channel'],
    ['saying that it is managed', { managed: true }, 'managed'],
  ];

  it.each(table)('for %s', async (_what, change, path) => {
    const room = await records();
    await addChannel(
      room,
      plain('work', { models: [model('default'), { ...model('fast'), reasoningEfforts: ['low'] }] }),
    );
    const failure = await failed(addAgent(room, { ...good, ...change }));
    expect(failure).toMatchObject({ code: 'AGENT_INVALID', exitCode: 2 });
    expect(problemPaths(failure)).toEqual([path]);
    await expect(showAgent(room, 'mine')).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' });
  });

  it('for moving to another runtime', async () => {
    const room = await records();
    await addChannel(room, plain('work'));
    await addChannel(room, plain('home', { runtimeId: 'claude' satisfies RuntimeId }));
    await addAgent(room, { id: 'mine', name: 'Mine', channelId: 'work', modelId: 'default' });
    const failure = await failed(editAgent(room, 'mine', { channelId: 'home' }));
    expect(failure).toMatchObject({ code: 'AGENT_INVALID' });
    expect(problemPaths(failure)).toEqual(['channelId']);
    expect((await showAgent(room, 'mine')).agent.channelId).toBe('work');
  });
});

function model(id: string) {
  return { id, label: id };
}

async function failed(attempt: Promise<unknown>): Promise<Error> {
  return await attempt.then(
    () => {
      throw new Error('it was accepted');
    },
    (error: Error) => error,
  );
}

function problemPaths(failure: Error): string[] {
  return (failure as Error & { problems: { path: string }[] }).problems.map(({ path }) => path);
}

function said(failure: Error): string {
  const { en, zh } = (failure as Error & { said: { en: string; zh: string } }).said;
  return `${en}\n${zh}\n${failure.stack}`;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
