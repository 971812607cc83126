import type { ApiFormat, ResolvedChannel } from '../../channel.js';
import type { ProviderSecrets } from '../provider-secrets.js';

const APIS: Readonly<Record<ApiFormat, string>> = {
  openai_chat: 'openai-completions',
  openai_responses: 'openai-responses',
  anthropic: 'anthropic-messages',
  gemini_native: 'google-generative-ai',
};

export const providerId = (channel: Pick<ResolvedChannel, 'modelProvider'>): string =>
  channel.modelProvider ?? 'channel';

/** pi's `models.json` for a channel with an address of its own. `$NAME` is read from the environment there. */
export function modelsFile(channel: ResolvedChannel, secrets: ProviderSecrets, reasoningEffort: string | null): string {
  const { headers } = secrets;
  const body = channel.requestOverrides?.body;
  const provider = {
    name: channel.providerName ?? channel.label,
    baseUrl: channel.baseUrl,
    api: APIS[channel.apiFormat ?? 'openai_chat'],
    // It refuses a provider without a key, and sends this one where none is needed.
    apiKey: secrets.key === null ? 'none' : `$${secrets.key}`,
    headers: Object.fromEntries(Object.entries(headers).map(([name, variable]) => [name, `$${variable}`])),
    models: channel.models
      .filter(({ id }) => id !== 'default')
      .map(({ id, label, reasoningEfforts = [] }) => ({
        id,
        name: label,
        reasoning: reasoningEffort !== null || reasoningEfforts.length > 0,
        ...(body === undefined ? {} : { samplingParams: body }),
      })),
  };
  return JSON.stringify({ providers: { [providerId(channel)]: provider } });
}
