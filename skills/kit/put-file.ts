import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';

/** Puts a file in place whole or not at all. */
export function putFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
