import { type Context, createContext, Script } from 'node:vm';
import { threadCpuMs } from './thread-cpu.js';

/** `cpu_ms`: the processor time it had. */
export type Attempted<Value> =
  | { readonly stopped: false; readonly value: Value; readonly cpu_ms: number }
  | { readonly stopped: true; readonly cpu_ms: number };

/** Does a work, or stops it when `wall_ms` have passed. */
export type Attempt = <Value>(wall_ms: number, work: () => Value) => Attempted<Value>;

/** Stops the work wherever it is, in the middle of a regular expression too. What it throws is thrown. */
export const attemptHere: Attempt = <Value>(wall_ms: number, work: () => Value): Attempted<Value> => {
  watched ??= createContext({ work: null });
  watched.work = work;
  const before = threadCpuMs();
  try {
    const value = CALL.runInContext(watched, { timeout: Math.max(1, Math.ceil(wall_ms)) }) as Value;
    return { stopped: false, value, cpu_ms: threadCpuMs() - before };
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return { stopped: true, cpu_ms: threadCpuMs() - before };
  } finally {
    watched.work = null;
  }
};

/** The same attempts, each of which tells the processor time it had. */
export function counted(attempt: Attempt, tell: (cpu_ms: number) => void): Attempt {
  return (wall_ms, work) => {
    const tried = attempt(wall_ms, work);
    tell(tried.cpu_ms);
    return tried;
  };
}

const CALL = new Script('work()');
let watched: Context | null = null;
