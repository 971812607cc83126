import { randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { saidBy } from '../errors/said-by.js';
import { childEnv, RUN_ID, SUPERVISOR_MARK } from '../jobs/child-env.js';
import { STOP_GRACE_MS } from '../jobs/command.js';
import type { Fate, StopReason } from '../jobs/decide.js';
import { JOB_FILES } from '../jobs/files.js';
import { type Outcome, outcomeOf } from '../jobs/outcome.js';
import type { JobLimits, JobRoom } from '../jobs/room.js';
import { ENDED_AT_ONCE, notStarted, whyNotStartable } from '../jobs/supervisor/find-program.js';
import { LimitClock } from '../jobs/supervisor/limit-clock.js';
import { startTethered, type TetheredProcess } from '../processes/process.js';
import { stopTree } from '../processes/stop.js';
import type { Tree } from '../processes/tree.js';

/** What is run while somebody waits for it. */
export interface BlockingOrder {
  readonly argv: readonly string[];
  /** Absolute; `job`: its own folder. */
  readonly cwd: string;
  readonly package_dir: string;
  /** Made here; keeps input, output and result. */
  readonly directory: string;
  /** `wall_ms` is at most a minute, whatever stands here. */
  readonly limits: JobLimits;
  /** Goes to stdin as JSON, with `run_id`, `attempt` and `idempotency_key`. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Ranks the lines of a long output. */
  readonly query: string;
  /** Of who asked. */
  readonly language: 'zh' | 'en';
}

export const LONGEST_MS = 60_000;
const LOOK_EVERY_MS = 100;
/** What is still running after the program itself has ended gets less time. */
const LEFTOVER_GRACE_MS = 1_000;
/** The output is the answer: more of it is shown than of a job's. */
const EXCERPT = { head_bytes: 6_000, tail_bytes: 4_000, hits_max: 8, hit_bytes: 240 };

/**
 * Runs a program to its end, or to the limit at which its whole tree is ended, and tells how it ended by the same rules as a job.
 * It does not outlive this process. Never throws for what the program does.
 */
export async function runBlocking(
  room: Pick<JobRoom, 'hidden_env' | 'stop_grace_ms'>,
  order: BlockingOrder,
  signal: AbortSignal,
): Promise<Outcome> {
  const { directory, package_dir } = order;
  const id = `skill_${randomBytes(8).toString('hex')}`;
  const limits = { ...order.limits, wall_ms: Math.min(order.limits.wall_ms, LONGEST_MS) };
  const key = randomBytes(16).toString('hex');
  const facts = { run_id: id, attempt: 1, idempotency_key: key, job_dir: directory, package_dir };
  mkdirSync(directory, { recursive: true });
  const input = { run_id: id, attempt: 1, idempotency_key: key, ...order.input };
  writeFileSync(join(directory, JOB_FILES.input), `${JSON.stringify(input)}\n`);
  const env = childEnv(process.env, room.hidden_env, facts);
  const fate = await carry({ ...order, env, id, limits }, signal, room.stop_grace_ms ?? STOP_GRACE_MS);
  const { had_result: _had, ...outcome } = await outcomeOf(
    directory,
    fate,
    { ...EXCERPT, query: order.query },
    order.input.language === 'zh' ? 'zh' : 'en',
  );
  return outcome;
}

interface Carried extends BlockingOrder {
  readonly env: NodeJS.ProcessEnv;
  readonly id: string;
}

async function carry(order: Carried, signal: AbortSignal, grace_ms: number): Promise<Fate> {
  const { directory, argv, env, id } = order;
  const cwd = order.cwd === 'job' ? directory : order.cwd;
  const unstartable = whyNotStartable(argv, cwd, env.PATH);
  const child = unstartable === null ? spawnIn(directory, { argv, cwd, env }) : null;
  if (child === null || child.id === null) {
    const error = (await child?.exit)?.error;
    const why = unstartable ?? (error == null ? ENDED_AT_ONCE : saidBy(error));
    appendFileSync(join(directory, JOB_FILES.stderr), notStarted(why, order.language));
    return { kind: 'launch_failed' };
  }
  const mark = { name: RUN_ID, value: id };
  const tree: Tree = { root: child.id, mark, directory, foreign_mark: SUPERVISOR_MARK };
  const why = await waitFor(child, order, signal);
  child.untie();
  await stopTree(tree, { grace_ms: why === null ? LEFTOVER_GRACE_MS : grace_ms });
  if (why !== null) return { kind: 'stopped', why };
  const { code, signal: ended_by } = await child.exit;
  return { kind: 'exited', code, signal: ended_by };
}

function spawnIn(
  directory: string,
  command: { argv: readonly string[]; cwd: string; env: NodeJS.ProcessEnv },
): TetheredProcess {
  const opened: number[] = [];
  const open = (name: string, flags: string): number => {
    const fd = openSync(join(directory, name), flags);
    opened.push(fd);
    return fd;
  };
  try {
    const stdin = open(JOB_FILES.input, 'r');
    return startTethered(command, { stdin, stdout: open(JOB_FILES.stdout, 'a'), stderr: open(JOB_FILES.stderr, 'a') });
  } finally {
    for (const fd of opened) closeSync(fd);
  }
}

/** Null when it ended by itself; else why it has to be ended. */
async function waitFor(
  child: TetheredProcess,
  { directory, limits }: BlockingOrder,
  signal: AbortSignal,
): Promise<StopReason | null> {
  const moment = () => ({ monotonic: performance.now(), wall: Date.now() });
  const started = moment();
  const clock = new LimitClock(limits, started, started.wall + limits.wall_ms);
  const looking = new AbortController();
  let ended = false;
  const exit = child.exit.then(() => {
    ended = true;
    looking.abort();
  });
  const rest = AbortSignal.any([looking.signal, signal]);
  while (!ended) {
    if (signal.aborted) return 'cancelled';
    const passed = clock.check(moment(), outputBytes(directory));
    if (passed !== null) return passed;
    await delay(clock.restMs(LOOK_EVERY_MS), undefined, { signal: rest }).catch(() => undefined);
  }
  await exit;
  return null;
}

function outputBytes(directory: string): number {
  const names = [JOB_FILES.stdout, JOB_FILES.stderr, JOB_FILES.events];
  const sizes = names.map((name) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
