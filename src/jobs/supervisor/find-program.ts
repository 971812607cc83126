import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Language } from '../../environment/language.js';

/** For the user, in the language of the request. */
export type Hindrance = Readonly<Record<Language, string>>;

/** Why the command cannot be started at all; null when it can, as far as can be told. */
export function whyNotStartable(argv: readonly string[], cwd: string, path: string | undefined): Hindrance | null {
  const [program] = argv;
  if (program === undefined || program === '') return { zh: '命令是空的', en: 'the command is empty' };
  if (!isDirectory(cwd)) return { zh: `工作目录 ${cwd} 不存在`, en: `its working directory ${cwd} does not exist` };
  if (argv.some((argument) => argument.includes('\0')))
    return { zh: '参数里有 NUL 字节', en: 'an argument holds a NUL byte' };
  if (program.includes('/')) {
    const file = isAbsolute(program) ? program : join(cwd, program);
    if (isProgram(file)) return null;
    return { zh: `${file} 不存在或不可执行`, en: `${file} does not exist or is not executable` };
  }
  const folders = (path ?? '/usr/bin:/bin').split(delimiter);
  const found = folders.some((folder) => isProgram(join(isAbsolute(folder) ? folder : join(cwd, folder), program)));
  if (found || SHELL_BUILTINS.has(program)) return null;
  return { zh: `PATH 里没有程序 ${program}`, en: `${program} is not a program on PATH` };
}

/** Programs that small systems have only inside their shell, which starts the command. */
const SHELL_BUILTINS = new Set(['echo', 'printf', 'test', '[', 'true', 'false', 'kill', 'pwd']);

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
