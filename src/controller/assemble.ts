import { join } from 'node:path';
import type { ActionPolicy } from '../policy/action-file.js';
import type { Catalog } from '../skills/package.js';
import { skillsIndex } from '../skills/skills-index.js';
import { localPolicy } from './local-policy.js';
import type { ActionSpace, Policy } from './policy.js';
import { cachedRouteIndex } from './route-index-cache.js';
import { routeScorer } from './route-scorer.js';

/** Everything one decision needs, read from the packages as they are now. */
export interface Controller {
  readonly catalog: Catalog;
  readonly policy: Policy;
  readonly actions: ActionSpace;
  readonly skills_index: string;
  /** A better index of the same packages is being built: what is assembled later decides a little better. */
  readonly provisional: boolean;
}

export interface ControllerOptions {
  readonly cache_dir: string;
  /** The weights that decide. */
  readonly model: ActionPolicy;
  /** A confidence, 0..1; null: as calibrated. */
  readonly threshold: number | null;
  /** Builds an index anew, in the background. */
  readonly rebuild: (indexFile: string) => void;
}

export async function assembleController(
  catalog: Catalog,
  { cache_dir, model, threshold, rebuild }: ControllerOptions,
): Promise<Controller> {
  const routed = [...catalog.types].map(([label, { name, description, when_to_use, examples }]) => {
    return { label, name, description, when_to_use, examples: examples.map(({ text }) => text) };
  });
  const index = cachedRouteIndex(routed, { file: join(cache_dir, 'route-index'), rebuild });
  const routes = routeScorer(index, threshold);
  return {
    catalog,
    policy: localPolicy(model, routes.version, threshold),
    actions: { task_types: [...catalog.types.keys()], routes },
    skills_index: skillsIndex(catalog),
    provisional: index.stale,
  };
}
