import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isOnPath(program: string, env: NodeJS.ProcessEnv): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, program)));
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
