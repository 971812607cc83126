import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ModelConfig } from '../../../src/config/config.js';
import type { RuntimeId } from '../../../src/runtimes/catalog.js';
import { addChannel } from '../../../src/runtimes/records/channels.js';
import { importChannels } from '../../../src/runtimes/records/import/import-channels.js';
import { resolveChannel } from '../../../src/runtimes/records/resolve-channel.js';
import { builtIn, createRegistry } from '../../../src/runtimes/registry.js';
import { workspace } from '../../harness/workspace.js';
import { plain, records, rules } from './bench.js';

const MODEL = { providers: {} } as ModelConfig;
const KEY = 'sk-live-0123456789abcdef';
const OTHER = 'sk-other-9876543210fedcba';

/** A home with these files in it. */
async function home(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await workspace();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Everything in a folder, by its content and times. */
function state(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const stat = statSync(join(folder, name));
    hash.update(
      `${name} ${stat.mode} ${stat.mtimeMs} ${stat.isFile() ? readFileSync(join(folder, name), 'utf8') : ''}\n`,
    );
  }
  return hash.digest('hex');
}

interface Case {
  readonly runtime: RuntimeId;
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly env?: (home: string) => NodeJS.ProcessEnv;
  /** Each channel as its row has it. */
  readonly channels: readonly Record<string, unknown>[];
  /** The key that each resolves to. */
  readonly keys: readonly (string | null)[];
  readonly notes?: readonly RegExp[];
}

const CASES: readonly Case[] = [
  {
    runtime: 'codex',
    what: 'its provider by variable, headers of both kinds, another provider with a token',
    files: {
      '.codex/config.toml': [
        'model = "gpt-5.5"',
        'model_provider = "team"',
        'model_reasoning_effort = "high"',
        'sandbox_mode = "danger-full-access"',
        '[model_providers.team]',
        'name = "Team"',
        'base_url = "http://127.0.0.1:9/v1"',
        'env_key = "TEAM_KEY"',
        'wire_api = "responses"',
        `http_headers = { "X-Team" = "${OTHER}" }`,
        'env_http_headers = { "X-Who" = "WHO" }',
        'query_params = { v = "1" }',
        '[model_providers."next one"]',
        'name = "Next"',
        'base_url = "http://127.0.0.1:8/v1"',
        `experimental_bearer_token = "${OTHER}"`,
      ].join('\n'),
    },
    channels: [
      {
        id: 'codex',
        label: 'Codex',
        models: [{ id: 'gpt-5.5', label: 'gpt-5.5' }],
        providerName: 'Team',
        baseUrl: 'http://127.0.0.1:9/v1',
        wireApi: 'responses',
        apiKeyField: 'TEAM_KEY',
        environment: { TEAM_KEY: 'env:TEAM_KEY' },
        httpHeaders: { 'X-Team': 'secret:kept', 'X-Who': 'env:WHO' },
        modelReasoningEffort: 'high',
        permissions: 'full',
      },
      {
        id: 'codex-next-one',
        label: 'Codex: next one',
        models: [{ id: 'default', label: 'default' }],
        providerName: 'Next',
        baseUrl: 'http://127.0.0.1:8/v1',
        environment: { CODEX_API_KEY: 'secret:kept' },
      },
    ],
    keys: [KEY, OTHER],
    notes: [/team\.query_params was left out/],
  },
  {
    runtime: 'codex',
    what: 'a stored key, from where CODEX_HOME says, in the profile that is in use',
    files: {
      'elsewhere/config.toml':
        'profile = "deep"\nmodel = "a"\n[profiles.deep]\nmodel = "b"\nsandbox_mode = "read-only"\n',
      'elsewhere/auth.json': JSON.stringify({ OPENAI_API_KEY: KEY }),
    },
    env: (folder) => ({ CODEX_HOME: join(folder, 'elsewhere') }),
    channels: [
      {
        id: 'codex',
        models: [{ id: 'b', label: 'b' }],
        permissions: 'read-only',
        environment: { CODEX_API_KEY: 'secret:kept' },
      },
    ],
    keys: [KEY],
  },
  {
    runtime: 'codex',
    what: 'a login, which stays where it is',
    files: { '.codex/auth.json': JSON.stringify({ tokens: { access_token: OTHER }, OPENAI_API_KEY: null }) },
    channels: [{ id: 'codex', models: [{ id: 'default', label: 'default' }] }],
    keys: [null],
    notes: [/login/],
  },
  {
    runtime: 'claude',
    what: 'its env block, headers, model and permission mode',
    files: {
      '.claude/settings.json': JSON.stringify({
        model: 'opus',
        env: {
          ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
          ANTHROPIC_AUTH_TOKEN: KEY,
          ANTHROPIC_CUSTOM_HEADERS: `X-Team: ${OTHER}\nX-Two: b c`,
          MAX_THINKING_TOKENS: 2048,
        },
        permissions: { defaultMode: 'acceptEdits', allow: ['Bash(npm test:*)'] },
        apiKeyHelper: '/bin/key',
      }),
    },
    channels: [
      {
        id: 'claude',
        models: [{ id: 'opus', label: 'opus' }],
        baseUrl: 'http://127.0.0.1:9',
        apiKeyField: 'ANTHROPIC_AUTH_TOKEN',
        environment: { ANTHROPIC_AUTH_TOKEN: 'secret:kept', MAX_THINKING_TOKENS: 'secret:kept' },
        httpHeaders: { 'X-Team': 'secret:kept', 'X-Two': 'secret:kept' },
        permissions: 'workspace-write',
      },
    ],
    keys: [KEY],
    notes: [/apiKeyHelper was left out/, /permissions\.allow was left out/],
  },
  {
    runtime: 'opencode',
    what: 'comments, a key by variable, one by file, one of its own store',
    files: {
      '.config/opencode/opencode.json': `// mine
        { "model": "team/big/one", /* two slashes */
          "provider": {
            "team": { "npm": "@ai-sdk/openai-compatible", "name": "Team",
              "options": { "baseURL": "http://127.0.0.1:9/v1", "apiKey": "{env:TEAM_KEY}", "headers": { "X-A": "a {env:B}" } },
              "models": { "big/one": {}, "small": {} } },
            "filed": { "npm": "@ai-sdk/anthropic", "options": { "apiKey": "{file:~/key.txt}" }, "models": { "m": {} } },
            "stored": { "models": { "n": {} } },
          } }`,
      '.local/share/opencode/auth.json': JSON.stringify({ stored: { type: 'api', key: OTHER } }),
      'key.txt': `${KEY}\n`,
    },
    channels: [
      {
        id: 'opencode',
        providerName: 'Team',
        apiFormat: 'openai_chat',
        baseUrl: 'http://127.0.0.1:9/v1',
        models: [
          { id: 'big/one', label: 'big/one' },
          { id: 'small', label: 'small' },
        ],
        environment: { OPENCODE_API_KEY: 'env:TEAM_KEY' },
      },
      {
        id: 'opencode-filed',
        modelProvider: 'filed',
        environment: { OPENCODE_API_KEY: expect.stringMatching(/^file:\/.*\/key\.txt$/) },
      },
      { id: 'opencode-stored', modelProvider: 'stored', environment: { OPENCODE_API_KEY: 'secret:kept' } },
    ],
    keys: [KEY, KEY, OTHER],
    notes: [/team\.headers\.X-A was left out/],
  },
  {
    runtime: 'openclaw',
    what: 'names without quotes, keys of three kinds',
    files: {
      '.openclaw/openclaw.json': `{
        agents: { defaults: { model: { primary: 'team/m1' } } },
        models: { providers: {
          team: { baseUrl: 'http://127.0.0.1:9/v1', apiKey: '\${TEAM_KEY}', api: 'openai-completions', models: [{ id: 'm1', name: 'M' }] },
          plain: { baseUrl: 'http://127.0.0.1:8/v1', apiKey: '${OTHER}', api: 'anthropic-messages', models: [{ id: 'm2' }] },
          referred: { baseUrl: 'http://127.0.0.1:7/v1', apiKey: { source: 'env', id: 'TEAM_KEY' }, models: [{ id: 'm3' }] },
        } },
      }`,
    },
    channels: [
      {
        id: 'openclaw',
        permissions: 'read-only',
        apiFormat: 'openai_chat',
        models: [{ id: 'm1', label: 'm1' }],
        environment: { OPENCLAW_API_KEY: 'env:TEAM_KEY' },
      },
      { id: 'openclaw-plain', apiFormat: 'anthropic', environment: { OPENCLAW_API_KEY: 'secret:kept' } },
      { id: 'openclaw-referred', environment: { OPENCLAW_API_KEY: 'env:TEAM_KEY' } },
    ],
    keys: [KEY, OTHER, KEY],
  },
  {
    runtime: 'gemini',
    what: 'its settings and the variables beside them',
    files: {
      '.gemini/settings.json': JSON.stringify({
        model: { name: 'gemini-x' },
        security: { auth: { selectedType: 'gemini-api-key' } },
      }),
      '.gemini/.env': `# mine\nexport GEMINI_API_KEY="${KEY}"\nGOOGLE_GEMINI_BASE_URL=http://127.0.0.1:9 # here\n`,
    },
    channels: [
      {
        id: 'gemini',
        models: [{ id: 'gemini-x', label: 'gemini-x' }],
        baseUrl: 'http://127.0.0.1:9',
        environment: { GEMINI_API_KEY: 'secret:kept' },
      },
    ],
    keys: [KEY],
  },
  {
    runtime: 'qwen',
    what: 'a key in its settings',
    files: {
      '.qwen/settings.json': JSON.stringify({
        model: { name: 'qwen-x' },
        security: { auth: { selectedType: 'openai', apiKey: '$TEAM_KEY', baseUrl: 'http://127.0.0.1:9/v1' } },
      }),
    },
    channels: [
      {
        id: 'qwen',
        models: [{ id: 'qwen-x', label: 'qwen-x' }],
        baseUrl: 'http://127.0.0.1:9/v1',
        environment: { OPENAI_API_KEY: 'env:TEAM_KEY' },
      },
    ],
    keys: [KEY],
  },
  {
    runtime: 'pi',
    what: 'providers with a variable, a command and a stored key',
    files: {
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          team: {
            baseUrl: 'http://127.0.0.1:9/v1',
            apiKey: 'TEAM_KEY',
            api: 'openai-responses',
            models: [{ id: 'm1' }],
          },
          run: {
            baseUrl: 'http://127.0.0.1:8/v1',
            apiKey: '!pass show key',
            api: 'openai-completions',
            models: [{ id: 'm2' }],
          },
          own: { baseUrl: 'http://127.0.0.1:7/v1', api: 'google-generative-ai', models: [{ id: 'm3' }] },
        },
      }),
      '.pi/agent/settings.json': JSON.stringify({ defaultProvider: 'team', defaultModel: 'm1' }),
      '.pi/agent/auth.json': JSON.stringify({ own: { type: 'api_key', key: OTHER } }),
    },
    channels: [
      {
        id: 'pi',
        providerName: 'team',
        apiFormat: 'openai_responses',
        models: [{ id: 'm1', label: 'm1' }],
        environment: { PI_API_KEY: 'env:TEAM_KEY' },
      },
      { id: 'pi-run', apiFormat: 'openai_chat' },
      { id: 'pi-own', apiFormat: 'gemini_native', environment: { PI_API_KEY: 'secret:kept' } },
    ],
    keys: [KEY, null, OTHER],
    notes: [/run\.apiKey was left out/],
  },
  {
    runtime: 'hermes',
    what: 'its model, custom providers and the keys beside them',
    files: {
      '.hermes/config.yaml': [
        'model:',
        '  default: some/model',
        '  provider: team',
        '  base_url: http://127.0.0.1:9/v1',
        'custom_providers:',
        '  - name: second',
        '    base_url: http://127.0.0.1:8/v1',
        `    api_key: ${OTHER}`,
        '    model: other/model',
      ].join('\n'),
      '.hermes/.env': `OPENROUTER_API_KEY=${KEY}\nTERMINAL=xterm\n`,
    },
    channels: [
      {
        id: 'hermes',
        modelProvider: 'team',
        models: [{ id: 'some/model', label: 'some/model' }],
        environment: { OPENROUTER_API_KEY: 'secret:kept' },
      },
      { id: 'hermes-second', modelProvider: 'second', environment: { OPENROUTER_API_KEY: 'secret:kept' } },
    ],
    keys: [KEY, OTHER],
  },
];

describe('import', () => {
  it.each(CASES)('of $runtime reads $what', async ({ runtime, files, env, channels, keys, notes = [] }) => {
    const folder = await home(files);
    const before = state(folder);
    const plainRoom = await records();
    const registry = createRegistry(builtIn({ model: MODEL, store: plainRoom.store }));
    const room = {
      ...plainRoom,
      rulesOf: registry.driver,
    };
    const found = await importChannels(room, runtime, { env: { HOME: folder, ...env?.(folder) } });
    expect(found.skipped).toEqual([]);
    expect(found.added.map(({ channel }) => channel)).toMatchObject(channels);
    for (const each of notes) expect(found.notes.some(({ en }) => each.test(en))).toBe(true);
    for (const file of found.files) expect(existsSync(file)).toBe(true);
    const printed = JSON.stringify(found);
    const stored = ['', '-wal'].map((suffix) => readFileSync(room.store.file + suffix, 'latin1')).join('');
    for (const secret of [KEY, OTHER]) {
      expect(printed).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
    const resolved = await Promise.all(
      found.added.map(({ channel }) => resolveChannel(room, channel.id, { TEAM_KEY: KEY, WHO: 'me' })),
    );
    expect(resolved.map(({ apiKey }) => apiKey)).toEqual(keys);
    expect(state(folder)).toBe(before);
  });

  it('names what is there already, and still takes the others', async () => {
    const folder = await home({
      '.codex/config.toml': 'model_provider = "a"\n[model_providers.a]\nname = "A"\n[model_providers.b]\nname = "B"\n',
    });
    const room = await records();
    await addChannel(room, plain('codex'));
    const found = await importChannels(room, 'codex', { env: { HOME: folder } });
    expect(found.added.map(({ channel }) => channel.id)).toEqual(['codex-b']);
    expect(found.skipped).toMatchObject([{ id: 'codex', why: { en: expect.stringContaining('already') } }]);
    const again = await importChannels(room, 'codex', { env: { HOME: folder }, id: 'mine' });
    expect(again.added.map(({ channel }) => channel.id)).toEqual(['mine', 'mine-b']);
  });

  it('leaves out, and says, what the driver does not honour', async () => {
    const folder = await home({
      '.claude/settings.json': JSON.stringify({ env: { ANTHROPIC_API_KEY: KEY }, model: 'm' }),
    });
    const room = await records({ rulesOf: async (id) => rules(id, ['permissions']) });
    const found = await importChannels(room, 'claude', { env: { HOME: folder } });
    expect(found.added[0]?.channel).toEqual({
      id: 'claude',
      runtimeId: 'claude',
      label: 'Claude Code',
      models: [{ id: 'm', label: 'm' }],
    });
    expect(found.notes.map(({ en }) => en)).toEqual([expect.stringContaining('environment was left out')]);
  });

  it('names the provider as the program has it where the driver takes no address', async () => {
    const folder = await home({
      '.hermes/config.yaml': 'model: { default: m, provider: team, base_url: http://h/v1 }\n',
    });
    const room = await records({ rulesOf: async (id) => rules(id, ['modelProvider', 'environment']) });
    const found = await importChannels(room, 'hermes', { env: { HOME: folder } });
    expect(found.added[0]?.channel).toMatchObject({ modelProvider: 'team', models: [{ id: 'm' }] });
    expect(found.notes.map(({ en }) => en)).toEqual([expect.stringContaining('baseUrl was left out')]);
  });

  it('lets only read what cannot be held to its folder, unless permissions are named', async () => {
    const words = { en: 'it has no sandbox', zh: '它没有沙箱' };
    const folder = await home({ '.claude/settings.json': '{"model": "m"}' });
    const room = await records({
      rulesOf: async (id) => ({
        ...rules(id),
        checkChannel: ({ permissions = 'workspace-write' }) => (permissions === 'workspace-write' ? words : null),
      }),
    });
    const found = await importChannels(room, 'claude', { env: { HOME: folder } });
    expect(found.added[0]?.channel.permissions).toBe('read-only');
    expect(found.notes.map(({ en }) => en)).toEqual([expect.stringContaining('read-only')]);
    const full = await importChannels(room, 'claude', { env: { HOME: folder }, id: 'all', permissions: 'full' });
    expect(full.added[0]?.channel.permissions).toBe('full');
    expect(full.notes).toEqual([]);
  });

  it('skips what no channel can say, without quoting it', async () => {
    const folder = await home({
      '.codex/config.toml': `model_provider = "a"\n[model_providers.a]\nbase_url = "https://me:${KEY}@host/v1"\n`,
    });
    const found = await importChannels(await records(), 'codex', { env: { HOME: folder } });
    expect(found.added).toEqual([]);
    expect(found.skipped).toMatchObject([{ id: 'codex' }]);
    expect(JSON.stringify(found)).not.toContain(KEY);
  });

  it.each([
    ['codex', '.codex/config.toml', `model = "x"\nkey = "${KEY}" oops\n`, /line 2/],
    ['claude', '.claude/settings.json', `{"env": {"A": "${KEY}"`, /not JSON/],
    ['claude', '.claude/settings.json', `["${KEY}"]`, /does not hold settings/],
    ['hermes', '.hermes/config.yaml', `a: 1\nb: "${KEY}\nc: [`, /not YAML: line/],
    ['gemini', '.gemini/settings.json', `{"a": "${KEY}\0"}`, /NUL/],
  ] as const)(
    'of %s refuses a damaged %s with its place, and does not quote it',
    async (runtime, file, text, words) => {
      const folder = await home({ [file]: text });
      const room = await records();
      const failure = await importChannels(room, runtime, { env: { HOME: folder } }).then(
        String,
        (error: Error) => error,
      );
      expect(failure).toMatchObject({ code: 'RUNTIME_CONFIG', exitCode: 2, message: expect.stringMatching(words) });
      expect((failure as Error).stack).not.toContain(KEY);
      expect((failure as Error).cause).toBeUndefined();
    },
  );

  it.each(['codex', 'claude', 'opencode', 'openclaw', 'hermes', 'gemini', 'qwen', 'pi'] as const)(
    'of %s says where it found nothing',
    async (runtime) => {
      const folder = await home({});
      const attempt = importChannels(await records(), runtime, { env: { HOME: folder } });
      await expect(attempt).rejects.toMatchObject({ code: 'RUNTIME_CONFIG', message: expect.stringContaining(folder) });
    },
  );

  it.each(['api', 'acp', 'dsh'] as const)('of %s says that there is nothing to import', async (runtime) => {
    const attempt = importChannels(await records(), runtime, { env: { HOME: '/nowhere' } });
    await expect(attempt).rejects.toMatchObject({
      code: 'RUNTIME_CONFIG',
      message: expect.stringContaining('channels add'),
    });
  });
});
