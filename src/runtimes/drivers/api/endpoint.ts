import type { ModelConfig } from '../../../config/config.js';
import { endpointOf, type ModelEndpoint } from '../../../models/endpoint.js';
import type { DriverCall } from '../../driver.js';

type Call = Pick<DriverCall, 'channel' | 'env' | 'model' | 'reasoningEffort'>;

/** Where a call of a channel goes: what `checkChannel` let pass. What the channel says wins over its provider of graph.yaml. */
export function endpointFor(call: Call, models: ModelConfig): ModelEndpoint {
  const { channel, model } = call;
  const effort = call.reasoningEffort ?? channel.modelReasoningEffort;
  const headers = { ...channel.httpHeaders, ...channel.requestOverrides?.headers };
  const body = channel.requestOverrides?.body;
  return {
    ...base(call, models),
    ...(model !== null && { name: model }),
    ...(channel.baseUrl !== undefined && { baseUrl: channel.baseUrl }),
    ...(channel.isFullUrl === true && { isFullUrl: true }),
    ...(channel.apiFormat !== undefined && { format: channel.apiFormat }),
    ...(channel.apiKey !== null && { key: channel.apiKey }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
    ...(channel.customUserAgent !== undefined && { userAgent: channel.customUserAgent }),
    ...(effort !== undefined && { reasoningEffort: effort }),
    secrets: channel.secretValues,
  };
}

function base({ channel, env }: Call, models: ModelConfig): ModelEndpoint {
  const { provider } = channel;
  if (provider !== undefined && provider in models.providers) return endpointOf(models, env, provider);
  return {
    provider: channel.id,
    name: '',
    format: 'openai_chat',
    baseUrl: '',
    key: null,
    timeoutMs: models.request_timeout_sec * 1_000,
    maxRetries: models.max_retries,
  };
}
