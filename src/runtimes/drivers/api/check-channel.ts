import type { ModelConfig } from '../../../config/config.js';
import type { Said } from '../../../errors/said.js';
import { CATALOG } from '../../catalog.js';
import type { Channel } from '../../channel.js';

/** What is wrong with an api channel; null where nothing is. */
export function checkChannel(channel: Channel, models: ModelConfig): Said | null {
  const { id, provider, baseUrl, apiFormat } = channel;
  if (provider === undefined && (baseUrl === undefined || apiFormat === undefined)) {
    return {
      en: `channel ${id} does not say where: give provider, or baseUrl and apiFormat`,
      zh: `channel ${id} 没有说明地址：请给出 provider，或者 baseUrl 和 apiFormat`,
    };
  }
  if (provider !== undefined && !(provider in models.providers)) {
    const known = Object.keys(models.providers).join(', ');
    return {
      en: `channel ${id}: graph.yaml has no model provider ${provider}; it has ${known}`,
      zh: `channel ${id}：graph.yaml 里没有模型服务方 ${provider}；现有：${known}`,
    };
  }
  if (provider === undefined && channel.models.some((model) => model.id === 'default')) {
    return {
      en: `channel ${id}: model default needs a provider; name the model`,
      zh: `channel ${id}：模型 default 需要 provider；请写出模型名`,
    };
  }
  if (channel.isFullUrl === true && baseUrl === undefined) {
    return { en: `channel ${id}: isFullUrl needs baseUrl`, zh: `channel ${id}：isFullUrl 需要 baseUrl` };
  }
  const key = channel.apiKeyField ?? CATALOG.api.apiKeyField;
  const other = Object.keys(channel.environment ?? {}).find((name) => name !== key);
  if (other !== undefined) {
    return {
      en: `channel ${id}: no program is started, so environment may only hold ${key}, not ${other}`,
      zh: `channel ${id}：不会启动任何程序，environment 里只能有 ${key}，不能有 ${other}`,
    };
  }
  return null;
}
