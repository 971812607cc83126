import { inWords } from '../environment/in-words.js';
import type { CliWords } from './words/words.js';

/** What was decided, as it is stored: an action, or the gate that refused it. */
export interface Decided {
  readonly action: unknown;
  readonly confidence: number;
  readonly threshold: number;
}

/** A decision in words: what would be done, asked or refused. */
export function decided(words: CliWords, { action, confidence, threshold }: Decided): string {
  const { task_type, tool, args, message } = (action ?? {}) as {
    task_type?: string;
    tool?: string;
    args?: Record<string, unknown>;
    message?: string;
  };
  if (message !== undefined) return `${words.routeRefused}: ${message}`;
  if (confidence < threshold) return words.routeAsked;
  if (tool !== undefined) return [words.routeObserves(tool), inWords(args ?? {})].join(' ').trimEnd();
  return task_type === undefined ? words.routeRefused : words.routeTaken(task_type);
}
