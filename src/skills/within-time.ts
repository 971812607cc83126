import { type Context, createContext, Script } from 'node:vm';

export const TOO_SLOW = Symbol('too slow');

/**
 * What `work` returns, or TOO_SLOW where it has not returned after `ms`: then it is stopped wherever it is, in the middle of a regular expression too.
 * For work that waits for nothing and that may be left half done. What it throws is thrown.
 */
export function withinTime<Value>(ms: number, work: () => Value): Value | typeof TOO_SLOW {
  watched ??= createContext({ work: null });
  watched.work = work;
  try {
    return CALL.runInContext(watched, { timeout: Math.max(1, Math.ceil(ms)) }) as Value;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return TOO_SLOW;
    throw error;
  } finally {
    watched.work = null;
  }
}

const CALL = new Script('work()');
let watched: Context | null = null;
