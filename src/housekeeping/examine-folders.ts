import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.js';
import type { DoctorWords } from './doctor-words.js';
import { type Finding, note, ok, problem } from './finding.js';

/** Every folder the product writes into, beside the store's own. Requests work all the same without those of `optional`. */
export function examineFolders({ paths, runtime }: Config, stateFile: string, words: DoctorWords): Finding[] {
  const beside = dirname(paths.states_dir);
  const needed = [
    paths.run_root,
    paths.jobs_dir,
    paths.states_dir,
    ...(runtime.save_logs ? [paths.logs_dir] : []),
    join(dirname(stateFile), 'invocations'),
  ];
  const optional = [paths.cache_dir, join(beside, 'policies'), join(dirname(stateFile), 'channels')];
  const found = [
    ...blocked(needed).map(({ folder, by }) =>
      problem('folders', words.folderBlocked(folder, by), words.folderFix(by)),
    ),
    ...blocked(optional).map(({ folder, by }) => note('folders', words.folderBlocked(folder, by), words.folderFix(by))),
  ];
  return found.length > 0 ? found : [ok('folders', words.folders(beside))];
}

function blocked(folders: readonly string[]): { folder: string; by: string }[] {
  return folders.flatMap((folder) => {
    const by = whatBars(folder);
    return by === null ? [] : [{ folder, by }];
  });
}

/** What keeps files from being made in a folder that is there, or can be made: itself, or the nearest one above it. Null: nothing. */
export function whatBars(folder: string): string | null {
  const found = nearestExisting(folder);
  try {
    accessSync(found, constants.W_OK | constants.X_OK);
    return statSync(found).isDirectory() ? null : found;
  } catch {
    return found;
  }
}

/** A link that leads nowhere is there, too. */
export function nearestExisting(path: string): string {
  let folder = path;
  while (dirname(folder) !== folder && !isThere(folder)) folder = dirname(folder);
  return folder;
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
