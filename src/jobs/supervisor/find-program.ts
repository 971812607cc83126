import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Said } from '../../errors/said.js';
import { isExecutable } from '../../processes/is-executable.js';

/** What stands where a program that was never started would have complained. */
export function notStarted(why: Said, language: keyof Said): string {
  const said = { en: `it cannot be started: ${why.en}`, zh: `无法启动：${why.zh}` };
  return `environment-runtime: ${said[language]}\n`;
}

export const ENDED_AT_ONCE: Said = { en: 'it ended at once', zh: '它一启动就退出了' };

/** Why the command cannot be started at all; null when it can, as far as can be told. */
export function whyNotStartable(argv: readonly string[], cwd: string, path: string | undefined): Said | null {
  const [program] = argv;
  if (program === undefined || program === '') return { en: 'the command is empty', zh: '命令是空的' };
  if (!isDirectory(cwd)) return { en: `its working directory ${cwd} does not exist`, zh: `工作目录 ${cwd} 不存在` };
  if (argv.some((argument) => argument.includes('\0')))
    return { en: 'an argument holds a NUL byte', zh: '参数中有 NUL 字节' };
  if (program.includes('/')) {
    const file = isAbsolute(program) ? program : join(cwd, program);
    if (isExecutable(file)) return null;
    return { en: `${file} does not exist or is not executable`, zh: `${file} 不存在或不可执行` };
  }
  const folders = (path ?? '/usr/bin:/bin').split(delimiter);
  const found = folders.some((folder) => isExecutable(join(isAbsolute(folder) ? folder : join(cwd, folder), program)));
  if (found || SHELL_BUILTINS.has(program)) return null;
  return { en: `${program} is not a program on PATH`, zh: `PATH 中没有程序 ${program}` };
}

/** Programs that small systems have only inside their shell, which starts the command. */
const SHELL_BUILTINS = new Set(['echo', 'printf', 'test', '[', 'true', 'false', 'kill', 'pwd']);

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
