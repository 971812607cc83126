import { startProcess } from '../../processes/process.js';

/** Starts `reindex.js`, which outlives this process. Nothing is waited for, and a failure only leaves the index stale. */
export function reindexInBackground(entry: string, env: NodeJS.ProcessEnv): (indexFile: string) => void {
  return (indexFile) => {
    const command = { argv: [process.execPath, entry, indexFile], cwd: '/', env };
    startProcess(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref();
  };
}
