/** Arguments of the observe tool `build_context_view`; each may be absent. */
export interface ContextViewOptions {
  /** Newest rounds shown, 1 to 20. */
  round_limit: number;
  include_user_input: boolean;
  include_task: boolean;
  include_reply: boolean;
  /** The tracks of the 5 newest tasks. */
  include_trace: boolean;
  /** True: texts are shortened so that all rounds fit. False: texts stay whole and old rounds go. */
  compress: boolean;
  /** Estimated tokens; can only lower the configured bound. Null: the configured bound. */
  compress_target_tokens: number | null;
  /** Newest history summaries shown, 0 to 10. */
  history_summary_limit: number;
}

export const CONTEXT_VIEW_DEFAULTS: ContextViewOptions = {
  round_limit: 5,
  include_user_input: true,
  include_task: true,
  include_reply: true,
  include_trace: false,
  compress: true,
  compress_target_tokens: null,
  history_summary_limit: 2,
};

/** Inclusive ranges of the numbers. */
export const CONTEXT_VIEW_RANGES = {
  round_limit: [1, 20],
  compress_target_tokens: [1, 100_000],
  history_summary_limit: [0, 10],
} as const satisfies Partial<Record<keyof ContextViewOptions, readonly [number, number]>>;
