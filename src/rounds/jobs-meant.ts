import { mentions } from '../controller/parameters/mentions.js';
import type { RouteScorer } from '../controller/policy.js';
import type { JobRecord } from '../jobs/room.js';

/** As scores of the route index: how well a live type has to fit, and by how much better than every other live one. */
const FITS = -0.7;
const LEAD = 0.25;

/**
 * The live jobs that the first of these texts that tells types apart means: of a type it names, or else of the type whose words it uses. All of
 * them where none of the texts says.
 */
export function jobsMeant(
  live: readonly JobRecord[],
  texts: readonly string[],
  routes: Pick<RouteScorer, 'score'>,
): readonly JobRecord[] {
  for (const text of texts) {
    const named = live.filter((row) => mentions(text, row.package));
    if (named.length > 0) return named;
    const type = typeOf(live, text, routes);
    if (type !== null) return live.filter((row) => row.package === type);
  }
  return live;
}

/** Whether a wish to stop uses the words of a type that does not run, and of none that does. */
export function namesWhatRestsOnly(
  live: readonly JobRecord[],
  text: string,
  routes: Pick<RouteScorer, 'score'>,
  startable: (taskType: string) => boolean,
): boolean {
  if (live.some((row) => mentions(text, row.package))) return false;
  const types = new Set(live.map((row) => row.package));
  const fitting = routes.score(text).routes.filter(({ label, score }) => startable(label) && score >= FITS);
  return fitting.length > 0 && !fitting.some(({ label }) => types.has(label));
}

function typeOf(live: readonly JobRecord[], text: string, routes: Pick<RouteScorer, 'score'>): string | null {
  const types = new Set(live.map((row) => row.package));
  return types.size < 2 ? null : clearlyOf(types, text, routes);
}

/** The one of these types whose words a text uses; null where it uses none, or those of several. */
export function clearlyOf(types: ReadonlySet<string>, text: string, routes: Pick<RouteScorer, 'score'>): string | null {
  const [best, next] = routes.score(text).routes.filter(({ label }) => types.has(label));
  if (best === undefined || best.score < FITS) return null;
  return next === undefined || best.score - next.score >= LEAD ? best.label : null;
}
