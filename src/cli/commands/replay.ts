import { UsageError } from '../../errors/product-error.js';
import type { Replayed } from '../../rounds/replay.js';
import { decided } from '../decided.js';
import { DEFAULT_ENVIRONMENT, type Face } from '../face.js';

export interface ReplayCommandOptions {
  policy?: string;
}

export async function replay(face: Face, { policy }: ReplayCommandOptions, round: string): Promise<number> {
  if (!/^[1-9]\d{0,8}$/.test(round)) {
    throw new UsageError({
      en: `replay takes a round number from 1, not '${round}'.`,
      zh: `replay 的参数应为从 1 开始的轮次，而不是 '${round}'。`,
    });
  }
  const app = await face.app();
  const replayed = await app.replay(face.environment ?? DEFAULT_ENVIRONMENT, Number(round), {
    signal: face.signal,
    ...(policy === undefined ? {} : { policy }),
  });
  if (face.json) face.printJson(replayed);
  else for (const each of replayed) face.print(described(face, each));
  return 0;
}

function described({ words }: Face, { step, before, now, same }: Replayed): string {
  const line = (made: Replayed['before'] | Replayed['now']): string => {
    const who = `${made.policy} ${made.policy_version.slice(0, 12)}`;
    return `  ${who}: ${decided(words, made)}${words.aside([words.confidence(made.confidence, made.threshold)])}`;
  };
  return [`#${step} ${same ? '=' : '≠'}`, line(before), line(now)].join('\n');
}
