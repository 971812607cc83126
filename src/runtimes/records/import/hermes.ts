import { join } from 'node:path';
import { draftsByProvider } from './by-provider.js';
import { Findings, type OwnConfiguration, type Place, present } from './draft.js';
import { readSettings, type Settings, section, textAt } from './settings-file.js';

/** `config.yaml` with its custom providers, and the keys of the `.env` beside it. */
export async function readHermes({ env, home }: Place): Promise<OwnConfiguration> {
  const folder = env.HERMES_HOME || join(home, '.hermes');
  const file = join(folder, 'config.yaml');
  const findings = new Findings();
  const config = await readSettings(file, 'yaml');
  const dotEnv = await readSettings(join(folder, '.env'), 'env');
  if (config !== null) findings.files.push(file);
  if (dotEnv !== null) findings.files.push(join(folder, '.env'));
  if (config === null && dotEnv === null) return findings;

  const model = section(config, 'model');
  const used = {
    provider: textAt(model, 'provider'),
    model: textAt(model, 'default') ?? textAt(model, 'model') ?? textAt(config ?? {}, 'model'),
  };
  const main = present({ base_url: textAt(model, 'base_url'), api_key: textAt(model, 'api_key') });
  const providers: Settings = {
    ...customProviders(config?.custom_providers),
    ...(used.provider === null || Object.keys(main).length === 0 ? {} : { [used.provider]: main }),
  };
  const notation = {
    file,
    home,
    style: 'dollar',
    keyField: 'OPENROUTER_API_KEY',
    format: 'api_mode',
    baseUrl: 'base_url',
    apiKey: 'api_key',
  } as const;
  const drafts = draftsByProvider(providers, used, {}, notation, findings);
  const keys = Object.entries(dotEnv ?? {}).filter(([name, value]) => /_(?:API_KEY|TOKEN)$/.test(name) && value !== '');
  findings.drafts.push(
    ...drafts.map((draft) =>
      draft.name === null && keys.length > 0
        ? { ...draft, environment: { ...(Object.fromEntries(keys) as Record<string, string>), ...draft.environment } }
        : draft,
    ),
  );
  return findings;
}

/** A list of providers, each with its name. */
function customProviders(written: unknown): Settings {
  if (!Array.isArray(written)) return {};
  return Object.fromEntries(
    written.flatMap((each): [string, Settings][] => {
      const { name, ...provider } = section(each);
      return typeof name === 'string' && name !== '' ? [[name, provider]] : [];
    }),
  );
}
