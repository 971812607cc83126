import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './document.js';

/** Somebody who follows a guide: one shell from the first line to the last, in a home of their own. */
export interface Reader {
  /** What the lines printed on stdout and stderr, with the home as a page writes it, and the exit code of the last one. */
  type(lines: readonly string[]): Promise<{ printed: string; code: number }>;
  put(path: string, text: string): Promise<void>;
  leave(): Promise<void>;
}

const DONE = '--done--';

/** `language`: as in LANG. The clone and what its install puts on PATH are this working copy. */
export async function reader(home: string, language: string): Promise<Reader> {
  const bin = join(home, '.bin');
  await mkdir(bin);
  await symlink(join(ROOT, 'bin', 'environment-runtime.js'), join(bin, 'environment-runtime'));
  await symlink(ROOT, join(home, 'environment-runtime'));
  const { ER_RUN_ID: _id, LC_ALL: _all, LC_MESSAGES: _messages, ...rest } = process.env;
  const env = { ...rest, HOME: home, LANG: language, PATH: `${bin}${delimiter}${rest.PATH ?? ''}`, NO_COLOR: '1' };
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: home, env });
  const until = heard(shell);
  let folder = home;
  return {
    type: async (lines) => {
      shell.stdin.write(`{ ${lines.join('\n')}\n} 2>&1 < /dev/null\nprintf '\\n${DONE} %s %s\\n' "$?" "$PWD"\n`);
      const { printed, code, cwd } = await until();
      folder = cwd;
      return { printed: printed.replaceAll(home, '/home/you'), code };
    },
    put: async (path, text) => {
      const file = path.startsWith('~/') ? join(home, path.slice(2)) : resolve(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      if (text.startsWith('#!')) await chmod(file, 0o755);
    },
    leave: async () => {
      const gone = new Promise((done) => shell.once('close', done));
      shell.stdin.end('kill $(jobs -p) 2>/dev/null\n');
      await gone;
    },
  };
}

/** Each call waits for what the next block prints. */
function heard(shell: ChildProcessWithoutNullStreams): () => Promise<{ printed: string; code: number; cwd: string }> {
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  return async () => {
    const printed: string[] = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`the shell ended: ${printed.join('\n')}`);
      const [, code, cwd] = new RegExp(`^${DONE} (\\d+) (.*)$`).exec(value) ?? [];
      if (cwd !== undefined) return { printed: printed.join('\n'), code: Number(code), cwd };
      printed.push(value);
    }
  };
}
