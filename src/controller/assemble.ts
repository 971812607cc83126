import { join } from 'node:path';
import { skillColumns } from '../executor/skill-rows.js';
import type { ActionPolicy } from '../policy/action-file.js';
import { columnsOf, packageRows, type RouteScores } from '../policy/route-index.js';
import type { Catalog } from '../skills/package.js';
import { skillsIndex } from '../skills/skills-index.js';
import { exampleOf } from './examples.js';
import { localPolicy } from './local-policy.js';
import type { ActionSpace, Policy, RouteScorer } from './policy.js';
import { routeColumns } from './route-columns.js';
import { cachedRouteIndex, orderBuild, type Rebuild, renewals } from './route-index-cache.js';
import { routeScorer } from './route-scorer.js';

/** Everything one decision needs, read from the packages as they are now. */
export interface Controller {
  readonly catalog: Catalog;
  readonly policy: Policy;
  readonly actions: ActionSpace;
  readonly skills_index: string;
  /** Scores a request against every skill (columns of `skillColumns`); its index is read or built when it is first asked. */
  skills(text: string): RouteScores;
  /** Whether a better index of the same packages has been built meanwhile; until then it is ordered once more by asking. */
  improved(): boolean;
}

export interface ControllerOptions {
  readonly cache_dir: string;
  /** The index of the bundled packages, as it came with the product. */
  readonly base_index: string;
  /** The weights that decide. */
  readonly model: ActionPolicy;
  /** A confidence, 0..1; null: as calibrated. */
  readonly threshold: number | null;
  /** Builds an index anew, in the background. */
  readonly rebuild: Rebuild;
}

export async function assembleController(
  catalog: Catalog,
  { cache_dir, base_index, model, threshold, rebuild }: ControllerOptions,
): Promise<Controller> {
  const columns = routeColumns(catalog, model);
  const cache = {
    file: join(cache_dir, `route-index-${model.utterances_hash.slice(0, 8)}`),
    base: base_index,
    rebuild,
  };
  const renewed = renewals(cache.file);
  const index = cachedRouteIndex(columns, cache);
  const routes = routeScorer(index, threshold);
  let skillRoutes: RouteScorer | null = null;
  return {
    catalog,
    policy: localPolicy(model, routes.version, threshold),
    actions: {
      task_types: [...catalog.types.keys()],
      routes,
      exampleOf: (text, looked) => exampleOf(text, looked, catalog),
    },
    skills_index: skillsIndex(catalog),
    skills: (text) => {
      skillRoutes ??= routeScorer(
        cachedRouteIndex(columnsOf(skillColumns(catalog).map(packageRows)), {
          file: join(cache_dir, 'skill-index'),
          rebuild,
        }),
        null,
      );
      return skillRoutes.score(text);
    },
    improved: () => {
      if (!index.stale || renewed()) return index.stale;
      orderBuild(columns, cache);
      return false;
    },
  };
}
