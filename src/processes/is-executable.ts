import { accessSync, constants, statSync } from 'node:fs';

/** Whether the path is a file that this user may start. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
