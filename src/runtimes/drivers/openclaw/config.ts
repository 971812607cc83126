import type { ApiFormat, ResolvedChannel } from '../../channel.js';
import type { DriverCall } from '../../driver.js';
import type { ProviderSecrets } from '../provider-secrets.js';

const APIS: Readonly<Record<ApiFormat, string>> = {
  openai_chat: 'openai-completions',
  openai_responses: 'openai-responses',
  anthropic: 'anthropic-messages',
  gemini_native: 'google-generative-ai',
};

/** The address of a Gateway, where the channel names one: it then decides everything else. */
export function gatewayUrl({ baseUrl }: Pick<ResolvedChannel, 'baseUrl'>): string | null {
  return baseUrl !== undefined && /^wss?:/.test(baseUrl) ? baseUrl : null;
}

const providerId = ({ modelProvider }: Pick<ResolvedChannel, 'modelProvider'>): string => modelProvider ?? 'channel';

/** Its name for the model of a call; null leaves the choice to its own configuration. */
export function modelName({ model, channel }: DriverCall): string | null {
  if (model === null) return null;
  const ofProvider =
    channel.modelProvider !== undefined || (channel.baseUrl !== undefined && gatewayUrl(channel) === null);
  return ofProvider ? `${providerId(channel)}/${model}` : model;
}

/** Its configuration for a call; null: the user's own. `${NAME}` is read from the environment there. */
export function configuration(call: DriverCall, secrets: ProviderSecrets): Readonly<Record<string, unknown>> | null {
  const { channel } = call;
  const url = gatewayUrl(channel);
  if (url !== null) {
    const token = secrets.key === null ? {} : { token: variable(secrets.key) };
    return { gateway: { mode: 'remote', remote: { url, ...token } } };
  }
  if (channel.baseUrl === undefined) return null;
  const provider = {
    baseUrl: channel.baseUrl,
    ...(secrets.key === null ? {} : { apiKey: variable(secrets.key) }),
    api: APIS[channel.apiFormat ?? 'openai_chat'],
    headers: Object.fromEntries(Object.entries(secrets.headers).map(([name, value]) => [name, variable(value)])),
    models: channel.models
      .filter(({ id }) => id !== 'default')
      .map(({ id, label, reasoningEfforts = [] }) => ({
        id,
        name: label,
        reasoning: reasoningEfforts.length > 0,
        input: ['text'],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      })),
  };
  const primary = modelName(call);
  return {
    agents: { defaults: { workspace: call.workDir, ...(primary === null ? {} : { model: { primary } }) } },
    models: { mode: 'replace', providers: { [providerId(channel)]: provider } },
    ...(channel.permissions === 'read-only' ? { tools: { allow: ['read'] } } : {}),
  };
}

function variable(name: string): string {
  return `\${${name}}`;
}
