import { availableParallelism } from 'node:os';
import type { EmbeddingProvider, ModelConfig, ModelProvider, RuntimeConfig } from './config.js';

/** What applies where the file is silent, and all there is without a file. `configs/graph.yaml` says the same; a test compares them. */

const provider = (name: string, base_url: string, api_key_env: string | null): ModelProvider => ({
  name,
  api_key_env,
  base_url,
  max_tokens: null,
  request_timeout_sec: null,
  format: 'openai',
  model_path: null,
  serve: null,
});

export const DEFAULT_MODEL: ModelConfig = {
  provider: 'aliyun',
  provider_env: 'MODEL_PROVIDER',
  temperature: 0,
  request_timeout_sec: 60,
  max_retries: 2,
  max_tokens: 2048,
  providers: {
    aliyun: provider('qwen-plus', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 'API_KEY_Qwen'),
    sglang: provider('qwen3-4b', 'http://127.0.0.1:30000/v1', 'SGLANG_API_KEY'),
    openai: provider('gpt-4.1-mini', 'https://api.openai.com/v1', 'OPENAI_API_KEY'),
    anthropic: {
      ...provider('claude-sonnet-4-5', 'https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'),
      format: 'anthropic',
    },
  },
};

const embedding = (name: string, base_url: string, api_key_env: string | null): EmbeddingProvider => ({
  name,
  api_key_env,
  base_url,
  request_timeout_sec: null,
});

export const DEFAULT_EMBEDDING = {
  provider: 'aliyun',
  provider_env: 'EMBEDDING_PROVIDER',
  providers: {
    aliyun: embedding('text-embedding-v4', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 'API_KEY_Qwen'),
    sglang: embedding('qwen3-embedding-0.6b', 'http://127.0.0.1:30000/v1', 'SGLANG_API_KEY'),
  } as Record<string, EmbeddingProvider>,
};

/** Relative to the configuration's root. `state` has no default here: it lies beside `run_root`. */
export const DEFAULT_PATHS = {
  cases_dir: 'cases',
  run_root: 'var/runs',
  logs_dir: 'var/logs',
  skills_root: 'skills',
};

export function defaultRuntime(): RuntimeConfig {
  return {
    policy: 'cascade',
    policy_threshold: null,
    max_jobs: availableParallelism(),
    executor_agent: null,
    strict_skills: false,
    save_logs: true,
    max_rounds: 4,
    max_task_turns: 4,
    max_controller_steps: 3,
    max_executor_steps: 4,
    pyskill_timeout_sec: 180,
    intent_shortcuts_config: 'configs/intent_shortcuts.yaml',
    default_task_type: 'executor',
    max_failed_retries: 3,
    context_enabled: true,
    context_window_tokens: 3000,
    context_summary_target_tokens: 700,
    context_summary_min_step: 2,
    context_recent_rounds: 2,
    context_tool_trim_head_chars: 800,
    context_tool_trim_tail_chars: 800,
    context_tool_mid_hits_max: 6,
    context_tool_mid_hit_chars: 240,
    context_view_target_tokens: 600,
    context_history_enabled: true,
    context_history_max_detail_rounds: 8,
    context_history_keep_recent_rounds: 4,
    context_history_summary_target_tokens: 700,
    context_history_meta_target_tokens: 400,
    context_history_inject_latest_shards: 2,
  };
}
