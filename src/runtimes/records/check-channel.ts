import type { Said } from '../../errors/said.js';
import { CATALOG, type RuntimeId } from '../catalog.js';
import type { Channel, ChannelField } from '../channel.js';
import type { RuntimeDriver } from '../driver.js';
import { createRedactor } from '../redact/redact.js';
import { channelSchema } from './channel-schema.js';
import { ChannelFieldRefusedError, ChannelInvalidError, type RecordProblem } from './errors.js';
import { readRecord } from './record-schema.js';

/** What of a driver says which channels it takes. */
export type ChannelRules = Pick<RuntimeDriver, 'runtimeId' | 'channelFields' | 'checkChannel'>;

export interface ChannelChecks {
  /** Null where nothing of this version drives that runtime. */
  rulesOf(runtimeId: RuntimeId): Promise<ChannelRules | null>;
  /** Ids of the model providers of graph.yaml. */
  readonly modelProviders: readonly string[];
}

const ALWAYS: ReadonlySet<string> = new Set(['id', 'runtimeId', 'label', 'models']);

/**
 * The channel that a JSON document is, every field of it honoured by its runtime. Throws ChannelInvalidError with everything that is
 * wrong with it by itself, ChannelFieldRefusedError with everything its runtime would not honour.
 */
export async function checkChannel(given: unknown, checks: ChannelChecks): Promise<Channel> {
  const read = readRecord(channelSchema, given);
  if ('problems' in read) throw new ChannelInvalidError(read.problems);
  const channel: Channel = read.value;
  const problems = [
    ...contradictions(channel),
    ...unknownProvider(channel, checks.modelProviders),
    ...secretsInTheOpen(channel),
  ];
  if (problems.length > 0) throw new ChannelInvalidError(problems);
  const rules = await checks.rulesOf(channel.runtimeId);
  if (rules === null)
    throw new ChannelFieldRefusedError(channel.runtimeId, [{ path: 'runtimeId', message: NO_DRIVER }]);
  const refused = notHonoured(channel, rules);
  if (refused.length > 0) throw new ChannelFieldRefusedError(CATALOG[channel.runtimeId].label, refused);
  return channel;
}

const NO_DRIVER: Said = { en: 'no driver of this version runs it', zh: '当前版本没有驱动它的 driver' };
const NOT_HONOURED: Said = { en: 'would do nothing', zh: '不会起任何作用' };

/** Everything in it that its driver does not honour. */
function notHonoured(channel: Channel, rules: ChannelRules): RecordProblem[] {
  const honours = (field: ChannelField) => rules.channelFields.includes(field);
  const problems: RecordProblem[] = Object.keys(channel)
    .filter((field) => !ALWAYS.has(field) && !honours(field as ChannelField))
    .map((path) => ({ path, message: NOT_HONOURED }));
  // An agent's effort reaches the back-end the same way as the channel's.
  if (!honours('modelReasoningEffort')) {
    channel.models.forEach((model, index) => {
      if (model.reasoningEfforts !== undefined) {
        problems.push({ path: `models.${index}.reasoningEfforts`, message: NOT_HONOURED });
      }
    });
  }
  if (problems.length > 0) return problems;
  const said = rules.checkChannel?.(channel) ?? null;
  return said === null ? [] : [{ path: channel.id, message: said }];
}

/** What each by itself may be said, but not together: one of the two would do nothing. */
function contradictions(channel: Channel): RecordProblem[] {
  const { models, approvals, environment = {}, apiKeyField, baseUrl, isFullUrl, modelReasoningEffort } = channel;
  const problems: RecordProblem[] = [];
  const refuse = (path: string, en: string, zh: string) => problems.push({ path, message: { en, zh } });

  models.forEach(({ id }, index) => {
    if (models.findIndex((other) => other.id === id) < index) {
      refuse(`models.${index}.id`, 'a model is listed twice', '同一个模型列了两次');
    } else if (id === 'default' && index > 0) {
      refuse(`models.${index}.id`, 'default can only be the first model', 'default 只能是第一个模型');
    }
  });
  const efforts = models.flatMap((model) => model.reasoningEfforts ?? []);
  if (modelReasoningEffort !== undefined && efforts.length > 0 && !efforts.includes(modelReasoningEffort)) {
    refuse('modelReasoningEffort', 'no model has this effort', '没有模型支持这个推理强度');
  }
  if (apiKeyField !== undefined && !Object.hasOwn(environment, apiKeyField)) {
    refuse('apiKeyField', 'environment has no such entry', 'environment 中没有这一项');
  }
  if (isFullUrl === true && baseUrl === undefined) {
    refuse('isFullUrl', 'there is no baseUrl that it speaks of', '没有它所指的 baseUrl');
  }
  if (approvals?.policy === 'allow-list' && approvals.allow.length === 0) {
    refuse('approvals.allow', 'an allow-list names at least one command line', 'allow-list 至少要列出一条命令行');
  }
  if (approvals?.policy === 'deny' && approvals.allow.length > 0) {
    refuse('approvals.allow', 'with deny nothing is allowed', 'policy 为 deny 时不允许任何命令');
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith('ER_')) {
      refuse(`environment.${name}`, 'names that begin with ER_ are the product’s own', '以 ER_ 开头的名字为本产品保留');
    }
  }
  return problems;
}

function unknownProvider({ provider }: Channel, known: readonly string[]): RecordProblem[] {
  if (provider === undefined || known.includes(provider)) return [];
  const names = known.join(', ');
  const message = {
    en: `the configuration has no model provider of this name; it has: ${names}`,
    zh: `配置中没有这个模型提供方；现有：${names}`,
  };
  return [{ path: 'provider', message }];
}

/** What is kept as it is written, printed, and put on command lines: a key has no place in it. */
function secretsInTheOpen({
  httpHeaders: _,
  environment: __,
  requestOverrides: ___,
  ...open
}: Channel): RecordProblem[] {
  const redactor = createRedactor([]);
  const problems: RecordProblem[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (redactor.text(value) !== value) problems.push({ path, message: IN_THE_OPEN });
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`);
    }
  };
  walk(open, '');
  return problems;
}

const IN_THE_OPEN: Said = {
  en: 'looks like a secret, and this field is kept in the open: put it into environment or httpHeaders',
  zh: '看起来是密钥，而这个字段是明文保存的：请放到 environment 或 httpHeaders 中',
};
