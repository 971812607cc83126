import { spawn } from 'node:child_process';
import { userEnv } from './command-line.js';
import type { TestProject } from './project.js';
import { until } from './until.js';

export interface Screen {
  type(keys: string): void;
  /** Waits until it is shown. */
  sees(text: string | RegExp): Promise<RegExpMatchArray>;
  /** Everything that was shown so far. */
  shown(): string;
  readonly code: Promise<number | null>;
}

/** A conversation on a pseudo terminal, which `script` makes. */
export function onTerminal(here: TestProject): Screen {
  const line = `'${process.execPath}' '${process.cwd()}/bin/environment-runtime.js'`;
  const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd: here.dir, env: userEnv(here, { TERM: 'xterm' }) });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  return {
    type: (keys) => void child.stdin.write(keys),
    sees: (text) =>
      until(`the screen shows ${text}`, () => screen.match(typeof text === 'string' ? literal(text) : text)),
    shown: () => screen,
    code: new Promise((resolve) => child.on('close', resolve)),
  };
}

function literal(text: string): RegExp {
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
}
