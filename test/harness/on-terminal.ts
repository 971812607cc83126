import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { userEnv } from './command-line.js';
import type { TestProject } from './project.js';
import { until } from './until.js';

const BIN = fileURLToPath(new URL('../../bin/environment-runtime.js', import.meta.url));

export interface OnTerminal {
  type(keys: string): void;
  /** Everything that was written to the terminal. */
  screen(): string;
  sees(what: string | RegExp): Promise<RegExpMatchArray>;
  /** Signals the command itself. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Its exit code; of one that a signal ended, 128 and the signal's number. */
  readonly code: Promise<number | null>;
}

/** Starts the real command on a pseudo terminal, which `script` gives it. */
export function onTerminal(
  project: TestProject,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): OnTerminal {
  const line = ['echo "pid $$."; exec', process.execPath, BIN, ...args].join(' ');
  const child: ChildProcess = spawn('script', ['-qfec', line, '/dev/null'], {
    cwd: project.dir,
    env: userEnv(project, { TERM: 'xterm', SHELL: '/bin/sh', ...env }),
  });
  let screen = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  child.stdin?.on('error', () => {});
  const sees = (what: string | RegExp): Promise<RegExpMatchArray> =>
    until(`the screen shows ${what}`, () => (typeof what === 'string' ? matchOf(screen, what) : screen.match(what)));
  return {
    type: (keys) => void child.stdin?.write(keys),
    screen: () => screen,
    sees,
    kill: async (signal) => {
      const [, pid] = await sees(/pid (\d+)\./);
      process.kill(Number(pid), signal);
    },
    code: new Promise((resolve) => child.on('close', resolve)),
  };
}

function matchOf(screen: string, text: string): RegExpMatchArray | null {
  return screen.includes(text) ? [text] : null;
}
