import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../src/package-root.js';

export const COMMAND = join(packageRoot(), 'bin', 'environment-runtime.js');

export interface NodeRun {
  readonly ms: number;
  readonly code: number | null;
  readonly stdout: string;
}

/** Runs node with these arguments to its end. `keep: 'nothing'` throws the output away as it comes. */
export function runNode(
  args: readonly string[],
  { cwd, env = {}, keep = 'all' }: { cwd: string; env?: NodeJS.ProcessEnv; keep?: 'all' | 'nothing' },
): Promise<NodeRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { cwd, env: userEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      if (keep === 'all') stdout += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString('utf8');
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const ms = performance.now() - started;
      if (code === 0 || code === 1 || code === 5) resolve({ ms, code, stdout });
      else reject(new Error(`node ${args.join(' ')} ended with ${code}: ${stderr}`));
    });
  });
}

/** The environment of a user who has nothing of ours set. */
export function userEnv(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { ER_RUN_ID: _id, LC_ALL: _all, LC_MESSAGES: _messages, NODE_OPTIONS: _options, ...rest } = process.env;
  return { ...rest, LANG: 'en_US.UTF-8', ...env };
}
