import { join } from 'node:path';
import {
  type Draft,
  Findings,
  modelsOf,
  type Notation,
  type OwnConfiguration,
  type Place,
  present,
  valuesOf,
} from './draft.js';
import { readSettings, type Settings, section, textAt } from './settings-file.js';

const SANDBOXES = {
  'read-only': 'read-only',
  'workspace-write': 'workspace-write',
  'danger-full-access': 'full',
} as const;

/** `config.toml`: what it uses now, and every other provider it knows. A key of `auth.json` goes to the main one. */
export async function readCodex({ env, home }: Place): Promise<OwnConfiguration> {
  const folder = env.CODEX_HOME || join(home, '.codex');
  const file = join(folder, 'config.toml');
  const how = { style: 'none', file, home } as const;
  const findings = new Findings();
  const config = await readSettings(file, 'toml');
  const auth = await readSettings(join(folder, 'auth.json'), 'json');
  if (config !== null) findings.files.push(file);
  if (auth !== null) findings.files.push(join(folder, 'auth.json'));
  if (config === null && auth === null) return findings;

  const top = { ...config, ...section(config, 'profiles', textAt(config ?? {}, 'profile') ?? '') };
  const active = textAt(top, 'model_provider');
  const providers = section(config, 'model_providers');
  const main = provider(active, section(providers, active ?? ''), findings, how);
  const stored = auth === null ? null : textAt(auth, 'OPENAI_API_KEY');
  if (auth !== null && stored === null) findings.note(LOGIN.en, LOGIN.zh);
  const environment = stored === null || main.environment !== undefined ? main.environment : { CODEX_API_KEY: stored };
  const sandbox = textAt(top, 'sandbox_mode');
  findings.drafts.push({
    ...present({
      baseUrl: textAt(top, 'openai_base_url'),
      modelReasoningEffort: textAt(top, 'model_reasoning_effort'),
      permissions: sandbox === null ? null : SANDBOXES[sandbox as keyof typeof SANDBOXES],
    }),
    ...main,
    ...present({ environment }),
    name: null,
    models: modelsOf([textAt(top, 'model')]),
  });
  for (const [id, settings] of Object.entries(providers)) {
    if (id === active) continue;
    findings.drafts.push({ ...provider(id, section(settings), findings, how), name: id, models: modelsOf([]) });
  }
  return findings;
}

const LOGIN = {
  en: 'auth.json holds a login, which stays where it is: Codex uses it by itself.',
  zh: 'auth.json 中是登录信息，保持原样：Codex 会自行使用。',
};

function provider(
  id: string | null,
  settings: Settings,
  findings: Findings,
  how: Notation,
): Partial<Omit<Draft, 'name' | 'models'>> {
  const key = textAt(settings, 'env_key');
  const token = textAt(settings, 'experimental_bearer_token');
  const byVariable = Object.entries(section(settings, 'env_http_headers')).flatMap(([name, variable]) =>
    typeof variable === 'string' ? [[name, `env:${variable}`]] : [],
  );
  const headers = {
    ...valuesOf(section(settings, 'http_headers'), `${id}.http_headers`, findings, how),
    ...Object.fromEntries(byVariable),
  };
  if (Object.keys(section(settings, 'query_params')).length > 0) {
    findings.leftOut(`${id}.query_params`, 'a channel has no query parameters', 'channel 没有查询参数');
  }
  const environment = key === null ? (token === null ? null : { CODEX_API_KEY: token }) : { [key]: `env:${key}` };
  const baseUrl = textAt(settings, 'base_url');
  // Without an address it is one that Codex knows by itself, and goes on reading from its own configuration.
  if (baseUrl === null) return present({ modelProvider: id, environment });
  const wire = textAt(settings, 'wire_api');
  return present({
    modelProvider: id,
    providerName: textAt(settings, 'name') ?? id,
    baseUrl,
    wireApi: wire === 'responses' || wire === 'chat' ? wire : null,
    apiKeyField: key,
    environment,
    httpHeaders: Object.keys(headers).length === 0 ? null : headers,
  });
}
