import { join } from 'node:path';
import { Findings, modelsOf, type OwnConfiguration, type Place, present, valueAs } from './draft.js';
import { readSettings, type Settings, section, textAt } from './settings-file.js';

/** Two programs of one family: what differs between them. */
interface Family {
  readonly folder: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly model: string | null;
}

const GEMINI: Family = {
  folder: '.gemini',
  key: 'GEMINI_API_KEY',
  baseUrl: 'GOOGLE_GEMINI_BASE_URL',
  model: 'GEMINI_MODEL',
};
const QWEN: Family = { folder: '.qwen', key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL', model: 'OPENAI_MODEL' };

export const readGemini = (place: Place) => readFamily(GEMINI, place);
export const readQwen = (place: Place) => readFamily(QWEN, place);

/** `settings.json` and the variables of the `.env` beside it. */
async function readFamily({ folder, key, baseUrl, model }: Family, { home }: Place): Promise<OwnConfiguration> {
  const file = join(home, folder, 'settings.json');
  const variables = join(home, folder, '.env');
  const findings = new Findings();
  const settings = await readSettings(file, 'json');
  const dotEnv = await readSettings(variables, 'env');
  if (settings !== null) findings.files.push(file);
  if (dotEnv !== null) findings.files.push(variables);
  if (settings === null && dotEnv === null) return findings;

  const known: Settings = { ...section(settings, 'env'), ...dotEnv };
  const auth = section(settings, 'security', 'auth');
  const how = { style: 'dollar', file, home } as const;
  const secret = valueAs(known[key], key, findings, how) ?? valueAs(auth.apiKey, 'security.auth.apiKey', findings, how);
  const used =
    textAt(section(settings, 'model'), 'name') ??
    textAt(settings ?? {}, 'model') ??
    (model === null ? null : textAt(known, model));
  findings.drafts.push({
    ...present({
      baseUrl: textAt(known, baseUrl) ?? textAt(auth, 'baseUrl'),
      environment: secret === null ? null : { [key]: secret },
    }),
    name: null,
    models: modelsOf([used]),
  });
  const login = textAt(auth, 'selectedType') ?? textAt(settings ?? {}, 'selectedAuthType');
  if (secret === null && login?.includes('oauth') === true) {
    findings.note(
      'Its login stays where it is: it is used by the program itself.',
      '它的登录信息保持原样，由该程序自行使用。',
    );
  }
  return findings;
}
