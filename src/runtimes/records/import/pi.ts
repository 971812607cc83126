import { join } from 'node:path';
import { draftsByProvider } from './by-provider.js';
import { Findings, type OwnConfiguration, type Place } from './draft.js';
import { readSettings, type Settings, section, textAt } from './settings-file.js';

/** `models.json` for the providers, `settings.json` for the one in use, `auth.json` for keys. */
export async function readPi({ env, home }: Place): Promise<OwnConfiguration> {
  const folder = env.PI_CODING_AGENT_DIR || join(home, '.pi', 'agent');
  const file = join(folder, 'models.json');
  const findings = new Findings();
  const read = async (path: string): Promise<Settings | null> => {
    const settings = await readSettings(path, 'json');
    if (settings !== null) findings.files.push(path);
    return settings;
  };
  const models = await read(file);
  const settings = await read(join(folder, 'settings.json'));
  const auth = await read(join(folder, 'auth.json'));
  if (models === null && settings === null) return { files: [], drafts: [], notes: [] };
  const keys = Object.keys(auth ?? {}).flatMap((id): [string, string][] => {
    const key = textAt(section(auth, id), 'key');
    return key === null ? [] : [[id, key]];
  });
  const used = {
    provider: textAt(settings ?? {}, 'defaultProvider'),
    model: textAt(settings ?? {}, 'defaultModel'),
  };
  const notation = {
    file,
    home,
    style: 'dollar',
    keyField: 'PI_API_KEY',
    format: 'api',
    baseUrl: 'baseUrl',
    apiKey: 'apiKey',
  } as const;
  const providers = withVariablesAsText(section(models, 'providers'));
  findings.drafts.push(...draftsByProvider(providers, used, Object.fromEntries(keys), notation, findings));
  return findings;
}

/** A key that is written like the name of a variable is one. */
function withVariablesAsText(providers: Settings): Settings {
  return Object.fromEntries(
    Object.entries(providers).map(([id, provider]) => {
      const key = textAt(section(provider), 'apiKey');
      const isName = key !== null && /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(key);
      return [id, isName ? { ...section(provider), apiKey: `\${${key}}` } : provider];
    }),
  );
}
