import type { Said } from '../../../errors/said.js';
import { CATALOG } from '../../catalog.js';
import type { Channel, ChannelField } from '../../channel.js';
import { firstRefusal } from '../../command-line/channel-refusals.js';

export const CLAUDE_FIELDS: readonly ChannelField[] = [
  'baseUrl',
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

export function checkClaudeChannel(channel: Channel): Said | null {
  const { credentials } = CATALOG.claude;
  const lines = { ...channel.httpHeaders, ...channel.requestOverrides?.headers };
  return firstRefusal([
    {
      applies: channel.apiKeyField !== undefined && !credentials.includes(channel.apiKeyField),
      said: {
        en: `Claude reads its key from ${credentials.join(', ')} only: apiKeyField must be one of them`,
        zh: `Claude 只从 ${credentials.join('、')} 读取密钥：apiKeyField 必须是其中之一`,
      },
    },
    {
      applies: channel.requestOverrides?.body !== undefined,
      said: {
        en: 'Claude offers no way to change the body of its requests: remove requestOverrides.body',
        zh: 'Claude 无法修改请求体：请去掉 requestOverrides.body',
      },
    },
    {
      // They are handed over as lines.
      applies: Object.entries(lines).some(([name, value]) => /[\r\n]/.test(name + value) || name.includes(':')),
      said: {
        en: 'a header of Claude must be one line, its name without a colon',
        zh: 'Claude 的请求头必须是单行，名称不能含冒号',
      },
    },
  ]);
}
