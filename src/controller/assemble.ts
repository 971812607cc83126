import { packageRows } from '../policy/package-rows.js';
import { trainIndex } from '../policy/route-index.js';
import type { Catalog } from '../skills/package.js';
import { skillsIndex } from '../skills/skills-index.js';
import { localPolicy } from './local-policy.js';
import type { ActionSpace, Policy } from './policy.js';
import { routeScorer } from './route-scorer.js';

/** Everything one decision needs, read from the packages as they are now. */
export interface Controller {
  readonly catalog: Catalog;
  readonly policy: Policy;
  readonly actions: ActionSpace;
  readonly skills_index: string;
}

/** `threshold`: a confidence, 0..1; null: as calibrated. */
export async function assembleController(
  catalog: Catalog,
  { cache_dir, threshold }: { cache_dir: string; threshold: number | null },
): Promise<Controller> {
  void cache_dir;
  const index = trainIndex(
    [...catalog.types].flatMap(([label, { name, description, when_to_use, examples }]) =>
      packageRows({ label, name, description, when_to_use, examples: examples.map(({ text }) => text) }),
    ),
  );
  const routes = routeScorer(index, threshold);
  const actions = { task_types: [...catalog.types.keys()], routes };
  return { catalog, policy: localPolicy(routes.version), actions, skills_index: skillsIndex(catalog) };
}
