import { mkdir, mkdtemp, realpath, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TEST_MARK } from './mark.js';

const made: string[] = [];

/** A fresh directory, removed after the test. */
export async function workspace(): Promise<string> {
  const root = join(await realpath(tmpdir()), `er-test-${TEST_MARK}`);
  await mkdir(root, { recursive: true });
  const directory = await mkdtemp(join(root, 'w-'));
  made.push(directory);
  return directory;
}

export function workspaces(): readonly string[] {
  return made;
}

export async function removeWorkspaces(): Promise<void> {
  const directories = made.splice(0);
  for (const directory of directories) {
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
  // Theirs in common, if it is empty now.
  for (const root of new Set(directories.map(dirname))) await rmdir(root).catch(() => {});
}
