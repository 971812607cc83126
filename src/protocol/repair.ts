export type Repaired = { ok: true; value: unknown } | { ok: false; problem: string };

/** The object a near-miss stands for, or why there is none to be trusted. Called only after strict parsing failed. Never throws. */
export function repair(text: string): Repaired {
  return { ok: false, problem: text.trim() === '' ? 'the answer is empty' : 'the answer is not JSON' };
}
