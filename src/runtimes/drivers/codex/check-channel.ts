import type { Said } from '../../../errors/said.js';
import { CATALOG } from '../../catalog.js';
import type { Channel, ChannelField } from '../../channel.js';
import { firstRefusal, needs } from '../../command-line/channel-refusals.js';

export const CODEX_FIELDS: readonly ChannelField[] = [
  'modelProvider',
  'providerName',
  'baseUrl',
  'wireApi',
  'apiKeyField',
  'httpHeaders',
  'environment',
  'requestOverrides',
  'modelReasoningEffort',
  'customUserAgent',
  'permissions',
  'approvals',
  'stateDir',
];

export function checkCodexChannel(channel: Channel): Said | null {
  const ownKey = channel.apiKeyField === undefined || channel.apiKeyField === CATALOG.codex.apiKeyField;
  return firstRefusal([
    {
      applies: channel.wireApi === 'chat',
      said: {
        en: "Codex speaks the Responses API only: wireApi must be 'responses'",
        zh: 'Codex 只支持 Responses API：wireApi 必须是 responses',
      },
    },
    {
      applies: channel.requestOverrides?.body !== undefined,
      said: {
        en: 'Codex offers no way to change the body of its requests: remove requestOverrides.body',
        zh: 'Codex 无法修改请求体：请去掉 requestOverrides.body',
      },
    },
    {
      applies: channel.baseUrl !== undefined && channel.modelProvider !== undefined,
      said: {
        en: 'modelProvider names a provider of Codex’s own configuration, baseUrl defines one: give one of them',
        zh: 'modelProvider 指 Codex 自己配置里的提供方，baseUrl 则另行定义一个：两者只能给一个',
      },
    },
    needs(channel, ['providerName', 'wireApi', 'httpHeaders', 'requestOverrides', 'customUserAgent'], 'baseUrl'),
    ownKey ? { applies: false, said: { en: '', zh: '' } } : needs(channel, ['apiKeyField'], 'baseUrl'),
  ]);
}
