import { type FSWatcher, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a file whose appearance a supervisor waits for. A folder that is gone has nobody waiting in it. */
export function touch(directory: string, name: string): void {
  try {
    writeFileSync(join(directory, name), `${Date.now()}\n`);
  } catch {
    // The waiting side looks again by itself.
  }
}

export interface Waiter {
  /** Resolves when one of the names was touched, or `other` has settled, or after `ms`. */
  wait(ms: number): Promise<void>;
  close(): void;
}

/** Waits for files to be touched. Where nothing more can be watched it only waits shorter. */
export function waiterOn(directories: readonly string[], names: readonly string[], other?: Promise<unknown>): Waiter {
  let wake: (() => void) | null = null;
  let touched = false;
  const rouse = () => {
    touched = true;
    wake?.();
  };
  // Once for all waits: each further `then` on a promise that is long in coming would be kept until it comes.
  other?.then(rouse, rouse);
  const watchers: FSWatcher[] = [];
  for (const directory of directories) {
    try {
      const watcher = watch(directory, (_event, name) => {
        if (name === null || !names.includes(name)) return;
        rouse();
      });
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      // Out of watches, or the folder is gone: the caller's own interval remains.
    }
  }
  const longestMs = watchers.length === directories.length ? Number.POSITIVE_INFINITY : 250;
  return {
    async wait(ms) {
      if (!touched) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.max(0, Math.min(ms, longestMs)));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = null;
      touched = false;
    },
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
