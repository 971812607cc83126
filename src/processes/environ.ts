import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether process `pid` was started with the variable; `value` null accepts any value. */
export type HasVariable = (pid: number, name: string, value: string | null) => boolean;

/**
 * Looks into the environments of other processes. Linux shows those of one's own user; macOS too, except of programs
 * the system protects, all taken in one call at the first question.
 */
export function environmentReader(): HasVariable {
  if (process.platform === 'linux') return hasVariableOnLinux;
  let lines: Map<number, string> | null = null;
  return (pid, name, value) => {
    lines ??= commandLines();
    const line = lines.get(pid);
    if (line === undefined) return false;
    return value === null ? line.includes(` ${name}=`) : line.includes(` ${name}=${value} `);
  };
}

function hasVariableOnLinux(pid: number, name: string, value: string | null): boolean {
  let environment: Buffer;
  try {
    environment = readFileSync(`/proc/${pid}/environ`);
  } catch {
    return false;
  }
  const entry = value === null ? `${name}=` : `${name}=${value}\0`;
  for (let at = environment.indexOf(entry); at !== -1; at = environment.indexOf(entry, at + 1)) {
    if (at === 0 || environment[at - 1] === 0) return true;
  }
  return false;
}

/** Per pid, its command line followed by its environment. */
function commandLines(): Map<number, string> {
  const lines = new Map<number, string>();
  let table = '';
  try {
    table = execFileSync('ps', ['-axEww', '-o', 'pid=,command='], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 256 * 1024 * 1024,
    });
  } catch {
    return lines;
  }
  for (const line of table.split('\n')) {
    const match = /^\s*(\d+) (.*)$/.exec(line);
    if (match !== null) lines.set(Number(match[1]), `${match[2]} `);
  }
  return lines;
}
