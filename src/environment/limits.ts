/** What bounds the views. The names are those of `runtime` in graph.yaml, so that section can be passed as it is. */
export interface ContextLimits {
  /** Bounds the controller's context. Estimated tokens. */
  context_window_tokens: number;
  /** Bounds a context view. Estimated tokens. */
  context_view_target_tokens: number;
  /** Rounds the controller sees after a failure. */
  context_history_max_detail_rounds: number;
  /** Newest summaries the controller sees. */
  context_history_inject_latest_shards: number;
}

export const DEFAULT_CONTEXT_LIMITS: ContextLimits = {
  context_window_tokens: 3000,
  context_view_target_tokens: 600,
  context_history_max_detail_rounds: 8,
  context_history_inject_latest_shards: 2,
};

/** Rounds the controller sees when nothing failed. */
export const CONTEXT_ROUNDS = 5;

/** At most this many tasks in any view. */
export const VIEW_TASKS = 20;

/** How many of the newest rounds must be loaded for the controller's context to be complete. */
export function roundsToLoad(limits: Pick<ContextLimits, 'context_history_max_detail_rounds'>): number {
  return Math.max(CONTEXT_ROUNDS, limits.context_history_max_detail_rounds);
}
