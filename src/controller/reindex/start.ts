import { startProcess } from '../../processes/process.js';
import type { Rebuild } from '../route-index-cache.js';

/**
 * Starts `reindex.js`, which outlives this process, once what is being done now has been done: a process that has just been copied pays for
 * every page it writes to. Nothing is waited for, and a failure only leaves the index stale.
 */
export function reindexInBackground(entry: string, env: NodeJS.ProcessEnv): Rebuild {
  return (indexFile, order) => {
    const command = { argv: [process.execPath, entry, indexFile], cwd: '/', env };
    setImmediate(() => {
      if (order()) startProcess(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref();
    });
  };
}
