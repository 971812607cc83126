import type { RouteScorer } from '../controller/policy.js';
import type { Decided } from './decide.js';

/**
 * The job whose failure the controller looked at before it decided: then the request is about it, and what is stored of it is an answer.
 * Null where it looked at none.
 */
export function failureLookedAt({ routed, facts }: Decided): string | null {
  const looked = routed.steps.some(
    ({ observation }) => observation?.tool === 'previous_failed_track' && observation.ok,
  );
  const run_id = facts.previous_failed?.record.task.run_id;
  return looked && typeof run_id === 'string' ? run_id : null;
}

/** As scores: by how much more a request has to ask what went wrong than for the same once more. */
const MORE = 1.3;

/** Whether what went wrong is all that is asked: not "look at what failed, and run it again". */
export function asksOnlyWhatFailed(text: string, routes: Pick<RouteScorer, 'score'>): boolean {
  const { intents } = routes.score(text);
  const [failure, again] = [intents.get('intent:failure'), intents.get('intent:again')];
  return failure !== undefined && again !== undefined && failure - again >= MORE;
}
