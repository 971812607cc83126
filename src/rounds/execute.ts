import { createHash } from 'node:crypto';
import type { Bound } from '../controller/parameters/bind.js';
import type { TrackEvent } from '../environment/types.js';
import { ProductError } from '../errors/product-error.js';
import { catalogEntries } from '../executor/skill-input.js';
import { faultPoint } from '../faults/fault-point.js';
import { launch } from '../jobs/launch.js';
import { prepareJob, storeJob } from '../jobs/prepare.js';
import type { JobOrder } from '../jobs/room.js';
import type { ProcessId } from '../processes/identity.js';
import { canonicalJson } from '../protocol/canonical-json.js';
import type { CarriedFact, DispatchedFact, MainFact } from '../reply/facts.js';
import { wordsOf } from '../reply/words.js';
import { argvOf } from '../skills/launch.js';
import type { Catalog, Package } from '../skills/package.js';
import { findLiveByRequestKey, finishJob } from '../store/jobs.js';
import { checkLease } from '../store/lease.js';
import { updateTask } from '../store/tasks.js';
import { appendTrack } from '../store/track.js';
import type { House, MadeDecision, Turn } from './house.js';
import { PLAIN, type StepOutcome } from './outcome.js';
import type { QuestionEnd } from './question-end.js';
import { storeStep } from './update.js';

export interface Execution {
  readonly package: Package;
  /** What is installed besides; skills are told. */
  readonly catalog: Catalog;
  readonly content: string;
  readonly bound: Extract<Bound, { ok: true }>;
  readonly made: readonly MadeDecision[];
  readonly events: readonly TrackEvent[];
  /** Requests of the same sentence that are not started now. */
  readonly also_asked: readonly string[];
  /** The round whose values were carried over; null where none can be. */
  readonly earlier_round: number | null;
  readonly ends: QuestionEnd | null;
}

/**
 * Starts a package's workflow as a job, or joins the live one that does the same. The intent is stored in one transaction before
 * anything starts.
 */
export async function execute(house: House, turn: Turn, execution: Execution): Promise<StepOutcome> {
  const argv = argvOf(execution.package, execution.bound.params);
  const stored = await storeIntent(house, turn, execution, argv);
  faultPoint('round.intent-stored');
  const launched = stored.joined ? null : await launchOrEnd(house, turn, stored);
  faultPoint('round.launched');
  return {
    ...PLAIN,
    task_id: stored.task_id,
    task_type: execution.package.task_type ?? execution.package.name,
    task_status: 'running',
    task_result: stored.result,
    run_id: stored.run_id,
    launched,
    joined: stored.joined,
    main: stored.main,
  };
}

interface Intent {
  task_id: number;
  run_id: string;
  joined: boolean;
  result: string;
  main: MainFact;
}

async function storeIntent(house: House, turn: Turn, execution: Execution, argv: readonly string[]): Promise<Intent> {
  const { package: pkg, bound, content, made, events, ends } = execution;
  const task_type = pkg.task_type ?? pkg.name;
  const words = wordsOf(turn.language);
  const key = requestKey(turn.environment_id, pkg, bound);
  return await house.store.write(async (tx) => {
    await checkLease(tx, turn.lease, house.now(), house.lease.ttl_ms);
    const live = turn.request.identical === 'join' ? await findLiveByRequestKey(tx, key) : null;
    const task = { type: task_type, content, status: 'running' as const, result: '', params: bound.params };
    const task_id = await storeStep(tx, house, turn, { made, task, events, ends });
    const taskKey = { environment_id: turn.environment_id, round_id: turn.round_id, task_id };
    if (live !== null) {
      const since = live.started_at ?? live.queued_at;
      const elapsed_ms = Math.max(0, house.now().getTime() - Date.parse(since));
      const main = { kind: 'joined' as const, task_type, run_id: live.run_id, elapsed_ms };
      const result = words.joined(main);
      await updateTask(tx, taskKey, { run_id: live.run_id, result });
      const joining = { agent: 'runtime', event: 'execute', run_id: live.run_id, reason: 'joined', return: result };
      await appendTrack(tx, taskKey, joining, house.now());
      return { task_id, run_id: live.run_id, joined: true, result, main };
    }
    const prepared = await prepareJob(house.jobs, order(house, turn, execution, argv, key, task_id));
    faultPoint('round.job-prepared');
    await storeJob(tx, prepared, taskKey, house.now());
    const main = dispatchedFact(task_type, prepared.run_id, execution);
    const result = words.dispatched(main);
    await updateTask(tx, taskKey, { run_id: prepared.run_id, result });
    return { task_id, run_id: prepared.run_id, joined: false, result, main };
  });
}

function dispatchedFact(task_type: string, run_id: string, execution: Execution): DispatchedFact {
  const { bound, also_asked } = execution;
  const project = bound.project?.name ?? null;
  return { kind: 'dispatched', task_type, run_id, project, carried: carriedValues(execution), also_asked };
}

/** The values that the request did not say and an earlier run did. */
export function carriedValues({ bound, earlier_round }: Execution): CarriedFact[] {
  const { params, sources, project, project_carried } = bound;
  const names = Object.keys(params).filter((name) => sources[name] === 'earlier');
  const carried = names.map((name) => ({ name, value: textOf(params[name]), round_id: earlier_round ?? 0 }));
  if (project_carried && project !== null) {
    carried.unshift({ name: 'project', value: project.name, round_id: earlier_round ?? 0 });
  }
  return carried;
}

/** `job`: the job's own folder. */
export function workingFolder(house: House, pkg: Package, bound: Execution['bound']): string {
  if (pkg.cwd === 'job') return 'job';
  return pkg.cwd === 'package' ? pkg.dir : (bound.project?.path ?? house.root);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A supervisor that cannot be started ends the job at once: a `queued` that nobody will ever look after must not stay. */
async function launchOrEnd(house: House, turn: Turn, { run_id, task_id }: Intent): Promise<ProcessId | null> {
  try {
    return await launch(house.jobs, run_id);
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    await house.store.write(async (tx) => {
      const now = house.now();
      await checkLease(tx, turn.lease, now, house.lease.ttl_ms);
      const ending = { status: 'failed', reason: 'launch_failed', finished_at: now.toISOString() };
      if (!(await finishJob(tx, run_id, { supervisor: null, attempt: 1 }, ending))) return;
      const { environment_id, round_id } = turn;
      const event = { agent: 'runtime', event: 'dispatch_pyskill_failed', run_id, reason: error.in(turn.language) };
      await appendTrack(tx, { environment_id, round_id, task_id }, { ...event, return: error.in(turn.language) }, now);
    });
    return null;
  }
}

function order(
  house: House,
  turn: Turn,
  { package: pkg, bound, content, catalog }: Execution,
  argv: readonly string[],
  request_key: string,
  task_id: number,
): JobOrder {
  const name = turn.request.environment;
  return {
    kind: pkg.kind === 'controller' ? 'workflow' : 'skill',
    package: pkg.task_type ?? pkg.name,
    package_version: pkg.version,
    package_dir: pkg.dir,
    argv,
    cwd: workingFolder(house, pkg, bound),
    limits: {
      wall_ms: pkg.limits.wall_sec * 1000,
      idle_ms: pkg.limits.idle_sec * 1000,
      output_bytes: pkg.limits.output_bytes,
    },
    idempotent: pkg.idempotent,
    max_attempts: pkg.max_attempts,
    input: {
      task: { type: pkg.task_type ?? pkg.name, content },
      params: bound.params,
      project: bound.project,
      environment: { name, round_id: turn.round_id, task_id },
      language: turn.language,
      ...(pkg.kind === 'executor' ? { catalog: catalogEntries(catalog) } : {}),
    },
    request_key,
    target: bound.project?.name ?? null,
    environment_id: turn.environment_id,
    environment_name: name,
    parent_run_id: house.parent_run_id,
  };
}

/** Equal for requests that would do the same work: environment, package, version, project, canonical params. */
function requestKey(environment_id: number, pkg: Package, { params, project }: Execution['bound']): string {
  const target = project === null ? null : { path: project.path, base_url: project.base_url };
  const identity = { environment_id, package: pkg.name, version: pkg.version, target, params };
  return createHash('sha256').update(canonicalJson(identity)).digest('hex');
}
