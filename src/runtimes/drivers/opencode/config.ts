import type { ApiFormat, Permissions } from '../../channel.js';
import type { DriverCall } from '../../driver.js';
import type { ExecutionMode } from '../../request.js';
import type { ProviderSecrets } from '../provider-secrets.js';

/** The library each format is spoken with. */
const PACKAGES: Readonly<Record<ApiFormat, string>> = {
  openai_chat: '@ai-sdk/openai-compatible',
  openai_responses: '@ai-sdk/openai',
  anthropic: '@ai-sdk/anthropic',
  gemini_native: '@ai-sdk/google',
};

const READ_ONLY = { edit: 'deny', bash: 'deny', external_directory: 'deny' };
const FULL = { edit: 'allow', bash: 'allow', external_directory: 'allow', webfetch: 'allow', doom_loop: 'allow' };

/** What its tools may do. What `run` would have to ask is rejected there and leaves no answer: it is never told to ask. */
export function permissionRules(
  permissions: Permissions,
  mode: ExecutionMode,
): Readonly<Record<string, 'allow' | 'ask' | 'deny' | string>> {
  if (permissions === 'read-only') return READ_ONLY;
  if (permissions === 'full') return FULL;
  return mode === 'oneshot'
    ? { edit: 'allow', bash: 'allow', external_directory: 'deny' }
    : { edit: 'allow', bash: 'ask', external_directory: 'ask' };
}

export const providerId = ({ channel }: Pick<DriverCall, 'channel'>): string => channel.modelProvider ?? 'channel';

/** Its name for the model of a call; null leaves the choice to its own configuration. */
export function modelName(call: DriverCall): string | null {
  const { model, channel } = call;
  if (model === null) return null;
  const ofProvider = channel.baseUrl !== undefined || channel.modelProvider !== undefined;
  return ofProvider ? `${providerId(call)}/${model}` : model;
}

/** Its configuration for a call; null where nothing has to be said. `{env:NAME}` is read from the environment there. */
export function configuration(
  call: DriverCall,
  secrets: ProviderSecrets,
  instructionsFile: string | null,
): Readonly<Record<string, unknown>> | null {
  const { channel } = call;
  if (channel.baseUrl === undefined && instructionsFile === null) return null;
  return {
    $schema: 'https://opencode.ai/config.json',
    ...(instructionsFile === null ? {} : { instructions: [instructionsFile] }),
    ...(channel.baseUrl === undefined ? {} : ownProvider(call, secrets)),
  };
}

function ownProvider(call: DriverCall, secrets: ProviderSecrets): Readonly<Record<string, unknown>> {
  const { channel } = call;
  const id = providerId(call);
  const model = modelName(call);
  const named = channel.models.filter((one) => one.id !== 'default');
  const provider = {
    npm: PACKAGES[channel.apiFormat ?? 'openai_chat'],
    name: channel.providerName ?? channel.label,
    options: {
      baseURL: channel.baseUrl,
      ...(secrets.key === null ? {} : { apiKey: `{env:${secrets.key}}` }),
      headers: Object.fromEntries(Object.entries(secrets.headers).map(([name, value]) => [name, `{env:${value}}`])),
    },
    models: Object.fromEntries(
      named.map((one) => [
        one.id,
        { name: one.label, ...(one.reasoningEfforts === undefined ? {} : { reasoning: true }) },
      ]),
    ),
  };
  return {
    autoupdate: false,
    share: 'disabled',
    enabled_providers: [id],
    provider: { [id]: provider },
    // Titles and summaries are written by another model otherwise, of a provider that is not enabled.
    ...(model === null ? {} : { model, small_model: model }),
  };
}
