import { type ChildProcess, spawn } from 'node:child_process';
import { oneLine } from './bounded-text.js';
import { decodeText } from './decode-text.js';

const TIMEOUT_MS = 120_000;
const MAX_OUTPUT = 16 * 1024 * 1024;
const MAX_STDERR = 4_096;

type Override = readonly [key: string, value: string];

export interface GitRun {
  /** Null: killed, or not started. */
  code: number | null;
  stdout: Buffer;
  /** What it said of a failure, for people. */
  message: string;
  /** It printed more than is kept, and was stopped. */
  truncated: boolean;
}

/**
 * Runs git without a shell and without anything that a repository's own configuration could make it run: no pager, no file system
 * monitor, no hooks, no filters or external differs of the repository, no checks of
 * signatures, no network.
 */
export class Git {
  readonly #folder: string;
  readonly #overrides: readonly Override[];

  private constructor(folder: string, overrides: readonly Override[]) {
    this.#folder = folder;
    this.#overrides = overrides;
  }

  static async open(folder: string): Promise<Git> {
    const plain = new Git(folder, []);
    const { stdout } = await plain.run(['config', '--list', '--show-scope', '--name-only', '-z']);
    return new Git(folder, harmless(decodeText(stdout).split('\0')));
  }

  async run(args: readonly string[], maxOutput = MAX_OUTPUT): Promise<GitRun> {
    const chunks: Buffer[] = [];
    let size = 0;
    const { code, message, stopped } = await this.stream(args, (chunk) => {
      size += chunk.length;
      if (size <= maxOutput) chunks.push(chunk);
      return size <= maxOutput;
    });
    return { code, message, stdout: Buffer.concat(chunks), truncated: stopped };
  }

  /** Standard output as it comes; `take` gives false when it has enough. */
  stream(
    args: readonly string[],
    take: (chunk: Buffer) => boolean,
  ): Promise<{ code: number | null; message: string; stopped: boolean }> {
    return new Promise((resolve) => {
      const child: ChildProcess = spawn('git', [...OPTIONS, ...args], {
        cwd: this.#folder,
        env: environment(this.#overrides),
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
      });
      let stopped = false;
      let said = Buffer.alloc(0);
      child.stdout?.on('data', (chunk: Buffer) => {
        if (stopped || take(chunk)) return;
        stopped = true;
        child.kill('SIGKILL');
      });
      child.stderr?.on('data', (chunk: Buffer) => {
        if (said.length < MAX_STDERR) said = Buffer.concat([said, chunk]);
      });
      child.once('error', (error) => resolve({ code: null, message: error.message, stopped: false }));
      child.once('close', (code, signal) => {
        const message =
          oneLine(decodeText(said), 300) || (signal === null ? `git ended with ${code}` : `git was ended by ${signal}`);
        resolve({ code, message, stopped });
      });
    });
  }
}

const OPTIONS = [
  ...['--no-pager', '--literal-pathspecs'],
  ...[
    'core.fsmonitor=',
    'core.pager=cat',
    'core.hooksPath=/dev/null',
    'core.quotePath=false',
    'diff.external=',
    'log.showSignature=false',
    'gpg.program=false',
    'color.ui=false',
  ].flatMap((setting) => ['-c', setting]),
];

/** Variables of git from outside would point it elsewhere; those set here keep it from locking, asking and fetching. */
function environment(overrides: readonly Override[]): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_PAGER: 'cat',
    GIT_CONFIG_COUNT: String(overrides.length),
    // Not as -c: a key may hold a `=`, where that would cut it.
    ...Object.fromEntries(
      overrides.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  };
}

/** Settings of the repository itself that name programs, each to be set to nothing. Those of the user and the machine are theirs. */
function harmless(list: readonly string[]): Override[] {
  const found = new Map<string, string>();
  for (let at = 0; at + 1 < list.length; at += 2) {
    const [scope, key = ''] = [list[at], list[at + 1]];
    if (scope !== 'local' && scope !== 'worktree') continue;
    const filter = /^(filter\..*)\.(?:clean|smudge|process)$/s.exec(key);
    if (filter) found.set(key, '').set(`${filter[1]}.required`, 'false');
    else if (/^diff\..*\.(?:textconv|command)$/s.test(key)) found.set(key, '');
  }
  return [...found];
}
