import type { Said } from '../../errors/said.js';

/** The result is there, and nobody can be given it. */
export function outputFailed({ message }: Error): Said {
  return { en: `The result cannot be written: ${message}.`, zh: `结果无法写出：${message}。` };
}
