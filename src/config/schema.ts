import * as z from 'zod/mini';
import { MODEL_FORMATS, POLICIES } from './config.js';
import { expected } from './expectation.js';

/**
 * What graph.yaml may say. Each leaf's `error` completes the sentence "expected …", in both languages.
 * A key with an empty value counts as absent.
 */

const maybe = <T extends z.core.SomeType>(schema: T) => z.optional(z.nullable(schema));

const text = maybe(
  z.string(expected('a text', '文本')).check(z.minLength(1, expected('a text that is not empty', '非空的文本'))),
);

const quoted = expected('a text: quote it', '文本（请加引号）');

const words = (en: string, zh: string) =>
  maybe(
    z.array(z.string(quoted), expected(en, zh)).check(z.minLength(1, expected(`${en}, not empty`, `${zh}，且不为空`))),
  );

/** YAML 1.1, which files of older tools are written in, also spells booleans so. */
const SPELT_BOOLEANS: Readonly<Record<string, boolean>> = { yes: true, on: true, no: false, off: false };
const flag = maybe(
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' ? (SPELT_BOOLEANS[value.toLowerCase()] ?? value) : value,
    ),
    z.boolean(expected('true or false', ' true 或 false')),
  ),
);

function whole(least: number) {
  const error = expected(`a whole number of at least ${least}`, `不小于 ${least} 的整数`);
  const smaller = expected('a smaller number', '更小的数');
  return maybe(z.number(error).check(z.int(error), z.minimum(least, error), z.maximum(2 ** 40, smaller)));
}

function between(least: number, most: number) {
  const error = expected(`a number from ${least} to ${most}`, ` ${least} 到 ${most} 之间的数`);
  return maybe(z.number(error).check(z.minimum(least, error), z.maximum(most, error)));
}

const someSeconds = expected('a number of seconds above 0', '大于 0 的秒数');
const seconds = maybe(
  z
    .number(someSeconds)
    .check(z.positive(someSeconds), z.maximum(1e6, expected('at most 1000000', '不超过 1000000 的数'))),
);

const variable = maybe(
  z
    .string(expected('the name of an environment variable', '环境变量的名字'))
    .check(
      z.regex(
        /^[A-Za-z_][A-Za-z0-9_]*$/,
        expected(
          'the name of an environment variable (letters, digits, _), not the key itself',
          '环境变量的名字（字母、数字、_），而不是密钥本身',
        ),
      ),
    ),
);

const httpUrl = expected('an http(s) URL', ' http(s) 地址');
const url = maybe(
  z
    .string(httpUrl)
    .check(z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), httpUrl)),
);

const mapping = expected('a mapping (key: value)', '键值映射（key: value）');

const oneOf = (values: readonly string[]) => expected(`one of ${values.join(', ')}`, `以下之一：${values.join(', ')}`);

const modelProvider = z.strictObject(
  {
    name: text,
    api_key_env: variable,
    base_url: url,
    max_tokens: whole(1),
    request_timeout_sec: seconds,
    format: maybe(z.enum(MODEL_FORMATS, oneOf(MODEL_FORMATS))),
    serve: maybe(
      z.strictObject(
        { command: words('a list of words, the command', '由词组成的列表，即命令'), health_url: url },
        mapping,
      ),
    ),
  },
  mapping,
);

const embeddingProvider = z.strictObject(
  { name: text, api_key_env: variable, base_url: url, request_timeout_sec: seconds },
  mapping,
);

const project = z.looseObject(
  {
    path: text,
    test_command: words('a list of words such as [npm, test]', '由词组成的列表，例如 [npm, test]'),
    base_url: url,
    dataset: text,
  },
  mapping,
);

const runtime = z.strictObject(
  {
    policy: maybe(z.enum(POLICIES, oneOf(POLICIES))),
    policy_threshold: between(0, 1),
    max_jobs: whole(1),
    executor_agent: text,
    strict_skills: flag,
    save_logs: flag,
    max_rounds: whole(1),
    max_task_turns: whole(1),
    max_controller_steps: whole(1),
    max_executor_steps: whole(1),
    pyskill_timeout_sec: seconds,
    intent_shortcuts_config: text,
    default_task_type: text,
    max_failed_retries: whole(0),
    context_enabled: flag,
    context_window_tokens: whole(1),
    context_summary_target_tokens: whole(1),
    context_summary_min_step: whole(1),
    context_recent_rounds: whole(0),
    context_tool_trim_head_chars: whole(0),
    context_tool_trim_tail_chars: whole(0),
    context_tool_mid_hits_max: whole(0),
    context_tool_mid_hit_chars: whole(1),
    context_view_target_tokens: whole(1),
    context_history_enabled: flag,
    context_history_max_detail_rounds: whole(1),
    context_history_keep_recent_rounds: whole(1),
    context_history_summary_target_tokens: whole(1),
    context_history_meta_target_tokens: whole(1),
    context_history_inject_latest_shards: whole(0),
  },
  mapping,
);

export const graphSchema = z.strictObject(
  {
    model: maybe(
      z.strictObject(
        {
          provider: text,
          provider_env: variable,
          temperature: between(0, 2),
          request_timeout_sec: seconds,
          max_retries: whole(0),
          max_tokens: whole(1),
          providers: maybe(z.record(z.string(), modelProvider, mapping)),
        },
        mapping,
      ),
    ),
    embedding: maybe(
      z.strictObject(
        { provider: text, provider_env: variable, providers: maybe(z.record(z.string(), embeddingProvider, mapping)) },
        mapping,
      ),
    ),
    paths: maybe(
      z.strictObject({ cases_dir: text, run_root: text, logs_dir: text, skills_root: text, state: text }, mapping),
    ),
    runtime: maybe(runtime),
    projects: maybe(z.record(z.string(), project, mapping)),
    default_project: text,
  },
  mapping,
);

export type Graph = z.infer<typeof graphSchema>;

export const intentShortcutsSchema = z.strictObject(
  {
    status_query: maybe(
      z.strictObject(
        { keywords: maybe(z.array(z.string(quoted), expected('a list of texts', '文本的列表'))) },
        mapping,
      ),
    ),
  },
  mapping,
);
