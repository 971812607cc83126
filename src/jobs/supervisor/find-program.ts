import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Why the command cannot be started at all; null when it can, as far as can be told. */
export function whyNotStartable(argv: readonly string[], cwd: string, path: string | undefined): string | null {
  const [program] = argv;
  if (program === undefined || program === '') return 'the command is empty';
  if (!isDirectory(cwd)) return `its working directory ${cwd} does not exist`;
  if (argv.some((argument) => argument.includes('\0'))) return 'an argument holds a NUL byte';
  if (program.includes('/')) {
    const file = isAbsolute(program) ? program : join(cwd, program);
    return isProgram(file) ? null : `${file} does not exist or is not executable`;
  }
  const folders = (path ?? '/usr/bin:/bin').split(delimiter);
  const found = folders.some((folder) => isProgram(join(isAbsolute(folder) ? folder : join(cwd, folder), program)));
  return found || SHELL_BUILTINS.has(program) ? null : `${program} is not a program on PATH`;
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
