import { join } from 'node:path';
import { draftsByProvider, usedModel } from './by-provider.js';
import { Findings, type OwnConfiguration, type Place } from './draft.js';
import { readSettings, type Settings, section, textAt } from './settings-file.js';

/** `openclaw.json`: its model providers and the default model of its agents. */
export async function readOpenclaw({ env, home }: Place): Promise<OwnConfiguration> {
  const file = env.OPENCLAW_CONFIG_PATH || join(env.OPENCLAW_STATE_DIR || join(home, '.openclaw'), 'openclaw.json');
  const findings = new Findings();
  const config = await readSettings(file, 'json');
  if (config === null) return findings;
  findings.files.push(file);
  const defaults = section(config, 'agents', 'defaults');
  const used = usedModel(textAt(defaults, 'model') ?? textAt(section(defaults, 'model'), 'primary'));
  const notation = {
    file,
    home,
    style: 'dollar',
    keyField: 'OPENCLAW_API_KEY',
    format: 'api',
    baseUrl: 'baseUrl',
    apiKey: 'apiKey',
  } as const;
  const providers = withKeysAsText(section(config, 'models', 'providers'));
  findings.drafts.push(...draftsByProvider(providers, used, {}, notation, findings));
  return findings;
}

/** A key may also be written as `{source: "env", id: NAME}`. */
function withKeysAsText(providers: Settings): Settings {
  return Object.fromEntries(
    Object.entries(providers).map(([id, provider]) => {
      const key = section(provider, 'apiKey');
      const name = key.source === 'env' ? textAt(key, 'id') : null;
      return [id, name === null ? provider : { ...section(provider), apiKey: `\${${name}}` }];
    }),
  );
}
