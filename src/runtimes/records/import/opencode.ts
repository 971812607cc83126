import { join } from 'node:path';
import { draftsByProvider, usedModel } from './by-provider.js';
import { Findings, type OwnConfiguration, type Place } from './draft.js';
import { readSettings, section, textAt } from './settings-file.js';

/** `opencode.json` and the keys of `auth.json`. */
export async function readOpencode({ env, home }: Place): Promise<OwnConfiguration> {
  const folder = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode');
  const auth = join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode', 'auth.json');
  const findings = new Findings();
  const named = env.OPENCODE_CONFIG;
  for (const file of named ? [named] : [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')]) {
    const config = await readSettings(file, 'json');
    if (config === null) continue;
    findings.files.push(file);
    const keys = await storedKeys(auth, findings);
    const notation = {
      file,
      home,
      style: 'braces',
      keyField: 'OPENCODE_API_KEY',
      format: 'npm',
      baseUrl: 'baseURL',
      apiKey: 'apiKey',
    } as const;
    const used = usedModel(textAt(config, 'model'));
    findings.drafts.push(...draftsByProvider(section(config, 'provider'), used, keys, notation, findings));
    break;
  }
  return findings;
}

async function storedKeys(file: string, findings: Findings): Promise<Record<string, string>> {
  const auth = await readSettings(file, 'json');
  if (auth === null) return {};
  findings.files.push(file);
  const keys = Object.keys(auth).flatMap((id): [string, string][] => {
    const key = textAt(section(auth, id), 'key');
    return key === null ? [] : [[id, key]];
  });
  return Object.fromEntries(keys);
}
