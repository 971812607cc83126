import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { RuntimeId } from '../../../src/runtimes/catalog.js';
import type { ChannelField } from '../../../src/runtimes/channel.js';
import type { ChannelRules } from '../../../src/runtimes/records/check-channel.js';
import type { Records } from '../../../src/runtimes/records/records.js';
import { openStore, type Store } from '../../../src/store/open.js';
import { workspace } from '../../harness/workspace.js';

const open: Store[] = [];

afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

export const EVERY_FIELD: readonly ChannelField[] = [
  'modelProvider',
  'providerName',
  'baseUrl',
  'wireApi',
  'apiFormat',
  'isFullUrl',
  'apiKeyField',
  'httpHeaders',
  'environment',
  'requestOverrides',
  'modelReasoningEffort',
  'customUserAgent',
  'dshUseStoredCredentials',
  'provider',
  'command',
  'permissions',
  'approvals',
  'stateDir',
];

/** Rules of a driver that honours `fields`. */
export function rules(runtimeId: RuntimeId, fields: readonly ChannelField[] = EVERY_FIELD): ChannelRules {
  return { runtimeId, channelFields: fields };
}

/** Records over a real store. `changes`: what differs. */
export async function records(changes: Partial<Records> = {}): Promise<Records & { readonly dir: string }> {
  const dir = await workspace();
  const store = await openStore(join(dir, 'state.db'));
  open.push(store);
  let tick = Date.parse('2026-03-01T00:00:00Z');
  return {
    dir,
    store,
    secrets_dir: join(dir, 'channels'),
    now: () => {
      tick += 1_000;
      return new Date(tick);
    },
    by: 'mary',
    rulesOf: (runtimeId) => Promise.resolve(rules(runtimeId)),
    modelProviders: ['team'],
    ...changes,
  };
}

/** The least that is a channel. */
export const plain = (id = 'work', more: Record<string, unknown> = {}) => ({
  id,
  runtimeId: 'codex',
  label: 'Work',
  models: [{ id: 'default', label: 'Default' }],
  ...more,
});
