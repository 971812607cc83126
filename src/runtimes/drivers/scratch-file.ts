import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a file of one invocation, readable by its owner only, and answers with its path. */
export function scratchFile(scratchDir: string, name: string, text: string): string {
  const path = join(scratchDir, name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}
