import { join } from 'node:path';
import { Findings, modelsOf, type OwnConfiguration, type Place, present, valuesOf } from './draft.js';
import { readSettings, section, textAt } from './settings-file.js';

const MODES = { plan: 'read-only', acceptEdits: 'workspace-write', bypassPermissions: 'full' } as const;
const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'];

/** `settings.json`: its `env` block, model and permission mode. */
export async function readClaude({ env, home }: Place): Promise<OwnConfiguration> {
  const file = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'settings.json');
  const findings = new Findings();
  const settings = await readSettings(file, 'json');
  if (settings === null) return findings;
  findings.files.push(file);

  const { ANTHROPIC_BASE_URL, ANTHROPIC_MODEL, ANTHROPIC_CUSTOM_HEADERS, ...others } = section(settings, 'env');
  const environment = valuesOf(asTexts(others), 'env', findings, { style: 'none', file, home });
  const mode = textAt(section(settings, 'permissions'), 'defaultMode');
  if (settings.apiKeyHelper !== undefined) {
    findings.leftOut('apiKeyHelper', 'its key is what a command prints', '它的密钥来自一条命令的输出');
  }
  if (Array.isArray(section(settings, 'permissions').allow)) {
    findings.leftOut('permissions.allow', 'its rules are no command lines', '其中的规则不是命令行');
  }
  findings.drafts.push({
    ...present({
      baseUrl: typeof ANTHROPIC_BASE_URL === 'string' ? ANTHROPIC_BASE_URL : null,
      httpHeaders: headersOf(ANTHROPIC_CUSTOM_HEADERS),
      environment,
      apiKeyField: KEYS.find((key) => environment?.[key] !== undefined),
      permissions: mode === null ? null : MODES[mode as keyof typeof MODES],
    }),
    name: null,
    models: modelsOf([textAt(settings, 'model') ?? (typeof ANTHROPIC_MODEL === 'string' ? ANTHROPIC_MODEL : null)]),
  });
  return findings;
}

/** Numbers and switches are written without quotes. */
function asTexts(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value : String(value)]),
  );
}

/** `Name: value`, one a line. */
function headersOf(written: unknown): Record<string, string> | null {
  if (typeof written !== 'string') return null;
  const headers = written.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.+?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  return headers.length === 0 ? null : Object.fromEntries(headers);
}
