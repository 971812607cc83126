import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../src/runtimes/channel.js';
import { checkClaudeChannel } from '../../../src/runtimes/drivers/claude/check-channel.js';
import { checkCodexChannel } from '../../../src/runtimes/drivers/codex/check-channel.js';

type Row = readonly [what: string, fields: Partial<Channel>, refusal: RegExp | null];

const at = { baseUrl: 'http://127.0.0.1:1/v1' };

const CODEX: readonly Row[] = [
  ['nothing of its own', {}, null],
  ['an address with all that goes with one', { ...at, providerName: 'Gateway', wireApi: 'responses' }, null],
  ['its own key without an address', { apiKeyField: 'CODEX_API_KEY' }, null],
  ['the chat wire', { ...at, wireApi: 'chat' }, /Responses API only/],
  ['a request body', { ...at, requestOverrides: { body: { a: 1 } } }, /requestOverrides\.body/],
  ['an address and a provider', { ...at, modelProvider: 'mine' }, /give one of them/],
  ['headers without an address', { httpHeaders: { 'X-Team': 'a' } }, /httpHeaders has no effect without baseUrl/],
  ['another key without an address', { apiKeyField: 'OTHER_KEY' }, /apiKeyField has no effect without baseUrl/],
];

const CLAUDE: readonly Row[] = [
  ['nothing of its own', {}, null],
  [
    'an address, a token and headers',
    { ...at, apiKeyField: 'ANTHROPIC_AUTH_TOKEN', httpHeaders: { 'X-Team': 'a' } },
    null,
  ],
  ['a key it never reads', { apiKeyField: 'OTHER_KEY' }, /ANTHROPIC_API_KEY/],
  ['a request body', { requestOverrides: { body: { a: 1 } } }, /requestOverrides\.body/],
  ['a header of two lines', { httpHeaders: { 'X-Team': 'a\nX-Other: b' } }, /one line/],
  ['a colon in the name of a header', { requestOverrides: { headers: { 'X:Y': 'a' } } }, /without a colon/],
];

const channel = (runtimeId: 'codex' | 'claude', fields: Partial<Channel>): Channel => ({
  id: 'work',
  runtimeId,
  label: 'Work',
  models: [{ id: 'default', label: 'Default' }],
  ...fields,
});

describe.each([
  ['codex', CODEX, checkCodexChannel],
  ['claude', CLAUDE, checkClaudeChannel],
] as const)('a channel of %s', (runtimeId, rows, check) => {
  it.each(rows)('with %s', (_what, fields, refusal) => {
    const said = check(channel(runtimeId, fields));
    if (refusal === null) expect(said).toBeNull();
    else {
      expect(said?.en).toMatch(refusal);
      expect(said?.zh).toMatch(/[\u4e00-\u9fff]/);
    }
  });
});
