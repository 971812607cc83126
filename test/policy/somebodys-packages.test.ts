import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { rankActions, thresholdFor } from '../../src/policy/action-decide.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { actionInput } from '../../src/policy/action-model.js';
import type { Scene } from '../../src/policy/action-scene.js';
import { targetName } from '../../src/training/cases.js';
import { catalogOf } from '../../src/training/catalogs.js';
import { readProtocolData } from '../../src/training/protocol-data.js';
import { emptyScene } from './scenes.js';

const ASSETS = fileURLToPath(new URL('../../assets/', import.meta.url));
const [file = ''] = readdirSync(join(ASSETS, 'policy')).filter((name) => name.endsWith('.bin'));
const policy = openPolicy(readFileSync(join(ASSETS, 'policy', file)));

/** Packages that nothing here was trained on. */
const OWN = [
  {
    name: 'warehouse_sync',
    description: 'Sync the data warehouse to an environment.',
    when_to_use: 'Somebody wants the warehouse synced.',
    examples: [
      'sync the warehouse to staging',
      'push the warehouse tables to production',
      '同步数仓到预发',
      '把数仓同步到生产',
      'run the warehouse sync',
      'refresh the warehouse in staging',
    ],
  },
  {
    name: 'shop_prices',
    description: 'Looks up prices in the shop.',
    when_to_use: 'When the price of something is wanted.',
    examples: [
      'look up the shop prices',
      'check the price of a lamp',
      '查一下商店的价格',
      '看看商品价格',
      'list shop prices',
      'price check please',
    ],
  },
];
const { types } = await readProtocolData(join(ASSETS, 'protocol'));
const { routes } = catalogOf([...types, ...OWN], policy.utterances());

const ran = (type: string, status: 'done' | 'running' | 'failed'): Scene =>
  emptyScene({
    rounds: 2,
    running: status === 'running' ? [type] : [],
    last: { type, status },
    failed: status === 'failed' ? { type, newest: true } : null,
  });
const SCENES = {
  'nothing was done': emptyScene(),
  'a sync is done': ran('warehouse_sync', 'done'),
  'a sync runs': ran('warehouse_sync', 'running'),
  'a sync has failed': ran('warehouse_sync', 'failed'),
  'prices were looked up': ran('shop_prices', 'done'),
};

/** What is done without asking; null where it is asked. */
function done(text: string, scene: keyof typeof SCENES): string | null {
  const [best] = rankActions(policy, actionInput(text, SCENES[scene], [], routes(text)));
  if (best === undefined || best.probability < thresholdFor(best, text, policy)) return null;
  return targetName(best.candidate);
}

it.each([
  ['sync the warehouse to staging', 'nothing was done', 'warehouse_sync'],
  ['sync the warehouse to staging please', 'a sync is done', 'warehouse_sync'],
  ['sync the warehouse to production', 'a sync is done', 'warehouse_sync'],
  ['把数仓同步到预发', 'a sync has failed', 'warehouse_sync'],
  ['把数仓同步到预发', 'prices were looked up', 'warehouse_sync'],
  ['帮我查一下商店价格', 'nothing was done', 'shop_prices'],
  ['帮我查一下商店价格', 'prices were looked up', 'shop_prices'],
  ['look up shop prices', 'prices were looked up', 'shop_prices'],
  ['run it again', 'a sync is done', 'warehouse_sync'],
  ['再跑一次', 'a sync is done', 'warehouse_sync'],
  ['再来一遍', 'prices were looked up', 'shop_prices'],
  ['the same on staging', 'a sync is done', 'warehouse_sync'],
  ['重试', 'a sync has failed', 'warehouse_sync'],
] as const)('%s, where %s: it starts', (text, scene, type) => {
  expect(done(text, scene)).toBe(type);
});

it.each([
  ["don't sync the warehouse to production", 'nothing was done'],
  ["don't sync the warehouse to production", 'a sync is done'],
  ['why did the warehouse sync fail?', 'a sync has failed'],
  ['did the warehouse sync succeed?', 'a sync is done'],
  ['is the warehouse synced yet?', 'a sync runs'],
  ['数仓同步到哪了', 'a sync runs'],
  ['先别跑测试', 'nothing was done'],
  ['skip the release check', 'nothing was done'],
  ['buy milk', 'a sync is done'],
  ['book a table for two', 'a sync is done'],
  ['translate this to german', 'prices were looked up'],
  ['写一首诗', 'prices were looked up'],
  ['谢谢，辛苦了', 'a sync is done'],
] as const)('%s, where %s: no workflow starts', (text, scene) => {
  const workflows = [...types, ...OWN]
    .map(({ name }) => name)
    .filter((name) => !['status', 'cancel', 'executor'].includes(name));
  expect(workflows).not.toContain(done(text, scene));
});
