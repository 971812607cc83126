import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspace } from '../harness/workspace.js';

const PACKAGES = fileURLToPath(new URL('../../skills/controller/', import.meta.url));

const MAX_KEPT = 1024 * 1024;

export interface WorkflowRun<Data = Record<string, unknown> & { verdict: string }> {
  code: number | null;
  /** Its beginning, up to a bound. */
  stdout: Buffer;
  /** Most memory the workflow itself held, in MB, as seen while it ran. Linux; elsewhere 0. */
  peak_mb: number;
  result: {
    task_status: string;
    task_result: string;
    data: Data;
  };
  events: Record<string, unknown>[];
  /** What is in the job folder afterwards. */
  files: string[];
  /** `report.html`; empty when there is none. */
  report: string;
}

export interface FunctestData {
  verdict: string;
  counts: Record<string, number> | null;
  failures: { name: string; file?: string; line?: number; message: string }[];
  duration_ms: number;
  runner: string;
  command: string[];
}

export type RunInput = { project?: object | null; params?: object; language?: 'zh' | 'en' } | string;

export function runFunctest(
  input: RunInput,
  cwd?: string,
  env: NodeJS.ProcessEnv = {},
): Promise<WorkflowRun<FunctestData>> {
  return runBuiltWorkflow<FunctestData>('functest', input, cwd, env);
}

/** Runs the built workflow of a bundled package as the product does: its own process, JSON on stdin, a job folder. */
export async function runBuiltWorkflow<Data = Record<string, unknown> & { verdict: string }>(
  name: string,
  input: RunInput,
  cwd?: string,
  env: NodeJS.ProcessEnv = {},
): Promise<WorkflowRun<Data>> {
  const jobDir = join(await workspace(), 'job');
  await mkdir(jobDir);
  const child = spawn(process.execPath, [join(PACKAGES, name, 'workflow.mjs')], {
    cwd: cwd ?? jobDir,
    env: {
      ...process.env,
      ER_JOB_DIR: jobDir,
      ER_RUN_ID: 'run-1',
      ER_ATTEMPT: '1',
      ER_IDEMPOTENCY_KEY: 'key-1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const stdout: Buffer[] = [];
  let kept = 0;
  let peak_mb = 0;
  const look = setInterval(() => {
    peak_mb = Math.max(peak_mb, peakOf(child.pid));
  }, 50);
  child.stdout.on('data', (chunk: Buffer) => {
    if (kept < MAX_KEPT) stdout.push(chunk);
    kept += chunk.length;
  });
  child.stderr.resume();
  const whole = {
    run_id: 'run-1',
    attempt: 1,
    idempotency_key: 'key-1',
    task: { type: name, content: 'Goal: run it\nLimits: none' },
    params: {},
    project: null,
    environment: { name: 'default', round_id: 1, task_id: 1 },
    language: 'en',
  };
  child.stdin.end(typeof input === 'string' ? input : JSON.stringify({ ...whole, ...input }));
  const [code] = await closed;
  clearInterval(look);
  const lines = await readFile(join(jobDir, 'events.jsonl'), 'utf8').catch(() => '');
  return {
    code,
    stdout: Buffer.concat(stdout),
    peak_mb,
    result: JSON.parse(await readFile(join(jobDir, 'result.json'), 'utf8')),
    events: lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    files: await readdir(jobDir),
    report: await readFile(join(jobDir, 'report.html'), 'utf8').catch(() => ''),
  };
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
