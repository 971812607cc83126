import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { type App, createApp } from '../../src/index.js';
import type { RoundResult } from '../../src/rounds/result.js';
import { userEnv } from './command-line.js';
import type { TestProject } from './project.js';
import { scriptedPolicy } from './scripted-policy.js';
import { until } from './until.js';

const open: App[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** The library on a project, with the scripted policy; closed after the test. */
export async function library(project: TestProject, now?: () => Date): Promise<App> {
  const app = await createApp({
    cwd: project.dir,
    env: userEnv(project),
    policy: scriptedPolicy,
    ...(now === undefined ? {} : { now }),
  });
  open.push(app);
  return app;
}

/** The library on a project, with the policy that ships; closed after the test. */
export async function shipped(project: TestProject): Promise<App> {
  const app = await createApp({ cwd: project.dir, env: userEnv(project) });
  open.push(app);
  return app;
}

export function jobFolder({ dir }: TestProject, run_id: string): string {
  return join(dir, 'var', 'jobs', run_id);
}

/** The run_id of a round that has one. */
export function runIdOf({ run_id }: Pick<RoundResult, 'run_id'>): string {
  if (run_id === null) throw new Error('the round dispatched nothing');
  return run_id;
}

/** Waits until a holding probe runs. */
export async function holds(project: TestProject, run_id: string): Promise<void> {
  await until(`${run_id} holds`, () => existsSync(join(jobFolder(project, run_id), 'holds')));
}

/** Lets a holding probe end, and waits until its end is recorded. */
export async function letGo(project: TestProject, app: App, run_id: string): Promise<void> {
  await writeFile(join(jobFolder(project, run_id), 'go'), '');
  await ended(app, run_id);
}

/** Waits until a job's end is recorded. */
export async function ended(app: App, run_id: string): Promise<string> {
  return await until(`${run_id} has ended`, async () => {
    const entry = await app.job(run_id);
    return entry.kind === 'job' && !['queued', 'running'].includes(entry.status) ? entry.status : null;
  });
}

/** How often probes were started in a project: one run_id a start. */
export function starts({ dir }: TestProject): string[] {
  const file = join(dir, 'starts');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}
