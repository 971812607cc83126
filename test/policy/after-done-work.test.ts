import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { rankActions, thresholdFor } from '../../src/policy/action-decide.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { actionInput } from '../../src/policy/action-model.js';
import { targetName } from '../../src/training/cases.js';
import { catalogOf } from '../../src/training/catalogs.js';
import { readProtocolData } from '../../src/training/protocol-data.js';
import { emptyScene } from './scenes.js';

const ASSETS = fileURLToPath(new URL('../../assets/', import.meta.url));
const [file = ''] = readdirSync(join(ASSETS, 'policy')).filter((name) => name.endsWith('.bin'));
const policy = openPolicy(readFileSync(join(ASSETS, 'policy', file)));
/** A task type the policy was never trained on. */
const OWN = {
  name: 'tape_audit',
  description: 'Checks that the nightly tape backup of the warehouse is complete.',
  when_to_use: 'Someone wants the backup checked. 有人要检查备份。',
  examples: ['check the backup', 'is the backup ok', 'verify the nightly backup', '检查一下备份', '昨晚的备份正常吗'],
};
const { types } = await readProtocolData(join(ASSETS, 'protocol'));
const { routes } = catalogOf([...types, OWN]);

/** What is done, without asking, right after a piece of work of that type was done; `ask` where the user is asked. */
function decided(text: string, type: string): string {
  const scene = emptyScene({ rounds: 1, last: { type, status: 'done' } });
  const [best] = rankActions(policy, actionInput(text, scene, [], routes(text)));
  if (best === undefined || best.probability < thresholdFor(best, policy)) return 'ask';
  return targetName(best.candidate);
}

it.each([
  ["don't check the backup", OWN.name],
  ['先别检查备份', OWN.name],
  ["don't run the tests", 'functest'],
])('does not start what it is told not to: %s', (text, type) => {
  expect(['status', 'executor', 'ask']).toContain(decided(text, type));
});

it.each([
  ['check the backup', OWN.name],
  ['再检查一下备份', OWN.name],
  ['run the functional tests again', 'functest'],
])('starts it, or asks, when it is told to: %s', (text, type) => {
  expect([type, 'ask']).toContain(decided(text, type));
});

it.each([
  ['和上次比怎么样', 'perftest'],
  ['和上次比怎么样', OWN.name],
  ['is it slower than the run before?', 'perftest'],
  ['准确率比上一版涨没涨', 'accutest'],
])('answers a comparison with the run before: %s', (text, type) => {
  expect(['status', 'observe:build_context_view']).toContain(decided(text, type));
});
