import type { Agent } from '../agent.js';
import type { Channel } from '../channel.js';
import type { RecordProblem } from './errors.js';

/** Why an agent cannot be what it says on this channel; null where it can. */
export function fitsModel(
  { modelId, reasoningEffort }: Pick<Agent, 'modelId' | 'reasoningEffort'>,
  { id, models }: Channel,
): RecordProblem | null {
  const model = models.find((each) => each.id === modelId);
  if (model === undefined) {
    const names = models.map((each) => each.id).join(', ');
    const message = {
      en: `the channel ${id} has no such model; it has: ${names}`,
      zh: `channel ${id} 没有这个模型；现有：${names}`,
    };
    return { path: 'modelId', message };
  }
  const efforts = model.reasoningEfforts ?? [];
  if (reasoningEffort === undefined || efforts.includes(reasoningEffort)) return null;
  const names = efforts.join(', ') || '-';
  const message = {
    en: `the model ${modelId} has no such effort; it has: ${names}`,
    zh: `模型 ${modelId} 没有这个推理强度；现有：${names}`,
  };
  return { path: 'reasoningEffort', message };
}
