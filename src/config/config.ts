/**
 * The configuration, resolved: every path absolute, every default filled in, environment overrides applied.
 * It holds the names of the variables that carry keys, never a key.
 */
export interface Config {
  /** The file it came from; null when the built-in defaults apply. */
  file: string | null;
  /** What relative paths resolve from: the parent of `configs/`, else the file's folder, else the working directory. */
  root: string;
  model: ModelConfig;
  embedding: EmbeddingConfig;
  paths: PathsConfig;
  runtime: RuntimeConfig;
  projects: Record<string, Project>;
  /** Names an entry of `projects`; the only one where there is just one and none is named. */
  default_project: string | null;
  /** Names of every environment variable that carries a key: never passed on to a child process. */
  key_env: string[];
}

export interface ModelConfig {
  /** Id of the provider in use, after `provider_env` was looked at. */
  provider: string;
  /** Name of the environment variable that overrides `provider`. */
  provider_env: string;
  temperature: number;
  request_timeout_sec: number;
  max_retries: number;
  max_tokens: number;
  providers: Record<string, ModelProvider>;
}

/** How a provider is spoken to. `openai` is the older name of `openai_chat`. */
export const MODEL_FORMATS = ['openai', 'openai_chat', 'openai_responses', 'anthropic', 'gemini_native'] as const;
export type ModelFormat = (typeof MODEL_FORMATS)[number];

export interface ModelProvider {
  /** The model's name as the provider knows it. */
  name: string;
  /** Name of the variable that carries the key; null: the endpoint wants none. */
  api_key_env: string | null;
  base_url: string;
  /** Null: `model.max_tokens`. */
  max_tokens: number | null;
  /** Null: `model.request_timeout_sec`. */
  request_timeout_sec: number | null;
  format: ModelFormat;
  /** Where the weights lie, for a server started here (`SGLANG_MODEL_PATH`); null elsewhere. */
  model_path: string | null;
  /** How a local server of it is started; null: it is not ours to start. */
  serve: { command: string[]; health_url: string } | null;
}

export interface EmbeddingConfig {
  provider: string;
  provider_env: string;
  providers: Record<string, EmbeddingProvider>;
}

export interface EmbeddingProvider {
  name: string;
  api_key_env: string | null;
  base_url: string;
  /** Null: `model.request_timeout_sec`. */
  request_timeout_sec: number | null;
}

/** Absolute paths. */
export interface PathsConfig {
  cases_dir: string;
  run_root: string;
  logs_dir: string;
  /** The user's packages: `controller/<name>/SKILL.md`, `executor/<name>/SKILL.md`. */
  skills_root: string;
  /** The database file. */
  state: string;
  jobs_dir: string;
  states_dir: string;
  cache_dir: string;
}

export const POLICIES = ['local', 'model', 'cascade'] as const;
export type PolicyName = (typeof POLICIES)[number];

export interface RuntimeConfig {
  policy: PolicyName;
  /** Confidence in 0..1 below which the local policy does not decide; null: as calibrated. */
  policy_threshold: number | null;
  /** Jobs that run at once. */
  max_jobs: number;
  /** Agent that takes open-ended tasks; null: none. */
  executor_agent: string | null;
  strict_skills: boolean;
  save_logs: boolean;
  max_rounds: number;
  max_task_turns: number;
  max_controller_steps: number;
  max_executor_steps: number;
  pyskill_timeout_sec: number;
  /** Absolute path. */
  intent_shortcuts_config: string;
  default_task_type: string;
  max_failed_retries: number;
  context_enabled: boolean;
  context_window_tokens: number;
  context_summary_target_tokens: number;
  context_summary_min_step: number;
  context_recent_rounds: number;
  context_tool_trim_head_chars: number;
  context_tool_trim_tail_chars: number;
  context_tool_mid_hits_max: number;
  context_tool_mid_hit_chars: number;
  context_view_target_tokens: number;
  context_history_enabled: boolean;
  context_history_max_detail_rounds: number;
  context_history_keep_recent_rounds: number;
  context_history_summary_target_tokens: number;
  context_history_meta_target_tokens: number;
  context_history_inject_latest_shards: number;
}

/** What workflows work on. Extra keys are the user's own and reach the workflow as they are. */
export interface Project {
  /** The key under `projects`. */
  name: string;
  /** Absolute; null where none is given. */
  path: string | null;
  test_command: string[] | null;
  base_url: string | null;
  /** Absolute, or a URL as it was written. */
  dataset: string | null;
  [extra: string]: unknown;
}
