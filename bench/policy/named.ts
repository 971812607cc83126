/** Measures how often somebody's work is started by what is said of it by its name: of packages and in sentences that no training saw. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { rankActions, thresholdFor } from '../../src/policy/action-decide.js';
import { openPolicy } from '../../src/policy/action-file.js';
import { actionInput } from '../../src/policy/action-model.js';
import { EMPTY_SCENE, type Scene } from '../../src/policy/action-scene.js';
import type { RouteScores } from '../../src/policy/route-index.js';
import { catalogOf } from '../../src/training/catalogs.js';
import { readProtocolData } from '../../src/training/protocol-data.js';
import { namedOf, packagesOf, plainOf, plainRequestsOf } from '../../src/training/train-policy.js';

/** Packages of one installation, beside the bundled types. */
const AT_ONCE = 6;

const root = packageRoot();
const folder = join(root, 'assets', 'policy');
const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.bin'));
const policy = openPolicy(readFileSync(join(folder, file)));
const data = await readProtocolData(join(root, 'assets', 'protocol'));
const named = new Set(data.names.map((each) => each.package));
const packages = packagesOf(data, 'holdout').filter(({ name }) => named.has(name));
const said = [
  ...namedOf(data, 'holdout'),
  ...plainRequestsOf(data, 'holdout').map((each) => ({ ...each, asks: 'run' as const })),
];

const did = (type: string): Scene => ({ ...EMPTY_SCENE, rounds: 1, last: { type, status: 'done' } });
const scenes = {
  'nothing was done': () => EMPTY_SCENE,
  'it was done last': (own: string) => did(own),
  'other work was': (own: string, other: string) => did(other === own ? 'functest' : other),
};

/** Whether some workflow is started, not asked about. */
function starts(text: string, scene: Scene, routes: RouteScores): boolean {
  const [best] = rankActions(policy, actionInput(text, scene, [], routes));
  if (best?.candidate.kind !== 'generate_task' || best.candidate.scored !== 'type') return false;
  return best.probability >= thresholdFor(best, text, policy);
}

const counts = new Map<string, { started: number; of: number }>();
for (let from = 0; from < packages.length; from += AT_ONCE) {
  const here = packages.slice(from, from + AT_ONCE);
  const { routes } = catalogOf([...data.types, ...plainOf(data, here, 'holdout')], policy.utterances());
  for (const { package: own, asks, text } of said.filter((each) => here.some(({ name }) => name === each.package))) {
    for (const [what, scene] of Object.entries(scenes)) {
      const count = counts.get(`${asks}, ${what}`) ?? { started: 0, of: 0 };
      counts.set(`${asks}, ${what}`, count);
      count.of += 1;
      if (starts(text, scene(own, here[0]?.name ?? own), routes(text))) count.started += 1;
    }
  }
}
console.log(`${packages.length} packages, ${AT_ONCE} at a time; something is started:`);
for (const [what, { started, of }] of counts) {
  console.log(`${what.padEnd(28)} ${((100 * started) / of).toFixed(1).padStart(5)} % of ${of}`);
}
