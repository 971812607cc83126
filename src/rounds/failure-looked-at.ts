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
