import type { Usage } from '../events.js';

/** The sum of what the steps of a run have used. A number that no step has reported stays null. */
export function addUsage(one: Usage | null, other: Usage): Usage {
  if (one === null) return other;
  return {
    input_tokens: sum(one.input_tokens, other.input_tokens),
    output_tokens: sum(one.output_tokens, other.output_tokens),
    cached_tokens: sum(one.cached_tokens, other.cached_tokens),
  };
}

function sum(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return one + (other ?? 0);
}
