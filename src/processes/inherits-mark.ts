import { environmentReader } from './environ.js';
import { readProcess } from './table.js';

/** Whether this process, or one that it descends from, was started with the variable. Where the system hides environments: of this process only. */
export function inheritsMark(name: string, env: NodeJS.ProcessEnv): boolean {
  if (env[name] !== undefined || process.env[name] !== undefined) return true;
  const has = environmentReader();
  const seen = new Set<number>();
  for (let pid = process.pid; pid > 1 && !seen.has(pid); pid = readProcess(pid)?.parent ?? 0) {
    seen.add(pid);
    if (has(pid, name, null)) return true;
  }
  return false;
}
