export const RUNTIME_IDS = [
  'codex',
  'claude',
  'api',
  'dsh',
  'hermes',
  'opencode',
  'openclaw',
  'acp',
  'gemini',
  'qwen',
  'pi',
] as const;
export type RuntimeId = (typeof RUNTIME_IDS)[number];

/** A back-end as it is known without looking: what it is called, how it is found, whose keys it reads. */
export interface RuntimeEntry {
  readonly runtimeId: RuntimeId;
  readonly label: string;
  /** The program; null where none is started (api) or the channel names it (acp). */
  readonly executable: string | null;
  /** The environment variable that names another program. */
  readonly override: string | null;
  /** Variables it reads its credentials from. No other runtime's child gets them by inheritance. */
  readonly credentials: readonly string[];
  /** The entry of a channel's `environment` that is the provider's key, unless the channel names another. */
  readonly apiKeyField: string | null;
}

export const CATALOG: Readonly<Record<RuntimeId, RuntimeEntry>> = {
  codex: entry('codex', 'Codex', 'codex', ['CODEX_API_KEY', 'OPENAI_API_KEY'], 'CODEX_API_KEY'),
  claude: entry(
    'claude',
    'Claude Code',
    'claude',
    ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    'ANTHROPIC_API_KEY',
  ),
  api: { ...entry('api', 'API', null, [], 'API_KEY'), override: null },
  dsh: entry('dsh', 'DeepSeek Harness', 'dsh', ['DEEPSEEK_API_KEY'], 'DEEPSEEK_API_KEY'),
  hermes: entry(
    'hermes',
    'Hermes',
    'hermes',
    ['OPENROUTER_API_KEY', 'NOUS_API_KEY', 'OPENAI_API_KEY'],
    'OPENROUTER_API_KEY',
  ),
  opencode: entry('opencode', 'OpenCode', 'opencode', ['OPENCODE_API_KEY'], 'OPENCODE_API_KEY'),
  openclaw: entry('openclaw', 'OpenClaw', 'openclaw', ['OPENCLAW_GATEWAY_TOKEN', 'OPENAI_API_KEY'], 'OPENCLAW_API_KEY'),
  acp: { ...entry('acp', 'Agent Client Protocol', null, [], null), override: null },
  gemini: entry('gemini', 'Gemini CLI', 'gemini', ['GEMINI_API_KEY', 'GOOGLE_API_KEY'], 'GEMINI_API_KEY'),
  qwen: entry('qwen', 'Qwen Code', 'qwen', ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'], 'OPENAI_API_KEY'),
  pi: entry('pi', 'pi', 'pi', [], 'PI_API_KEY'),
};

function entry(
  runtimeId: RuntimeId,
  label: string,
  executable: string | null,
  credentials: readonly string[],
  apiKeyField: string | null,
): RuntimeEntry {
  return { runtimeId, label, executable, override: `${runtimeId.toUpperCase()}_PATH`, credentials, apiKeyField };
}
