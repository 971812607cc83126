import type { Usage } from '../../events.js';

/** Tokens of a whole thread, as Codex counts them. */
export interface ThreadTotal {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** The field of a conversation that holds the thread's total after the last run we saw. */
export const TOTAL_FIELD = 'threadTotal';
export const NO_TOTAL: ThreadTotal = { input: 0, cached: 0, output: 0 };

export function writeTotal(total: ThreadTotal): string {
  return `${total.input},${total.cached},${total.output}`;
}

/** Anything else counts as nothing used. */
export function readTotal(text: string | undefined): ThreadTotal {
  const [input = 0, cached = 0, output = 0] = (text ?? '').split(',').map((part) => Number(part) || 0);
  return { input, cached, output };
}

/** What one run used: the thread's total less what it was before. A total that has shrunk was counted anew. */
export function usedSince(before: ThreadTotal, total: ThreadTotal): Usage {
  const from = total.input < before.input || total.output < before.output ? NO_TOTAL : before;
  return {
    input_tokens: total.input - from.input,
    output_tokens: total.output - from.output,
    cached_tokens: Math.max(0, total.cached - from.cached),
  };
}
