import type { Said } from '../../errors/said.js';
import type { Channel, ChannelField } from '../channel.js';

/** Something a channel must not be, and why. */
export interface Refusal {
  readonly applies: boolean;
  readonly said: Said;
}

/** The first that applies; null where none does. */
export function firstRefusal(refusals: readonly Refusal[]): Said | null {
  return refusals.find((one) => one.applies)?.said ?? null;
}

/** Fields that mean nothing without another one. */
export function needs(channel: Channel, fields: readonly ChannelField[], needed: ChannelField): Refusal {
  const [field] = fields.filter((one) => channel[one] !== undefined);
  return {
    applies: field !== undefined && channel[needed] === undefined,
    said: {
      en: `${field} has no effect without ${needed}: give both`,
      zh: `没有 ${needed} 时 ${field} 不起作用：请一并给出`,
    },
  };
}
