import { createHash } from 'node:crypto';
import type { Bound, EarlierRun } from '../controller/parameters/bind.js';
import type { AlsoAsked, CarriedFact, TrackEvent } from '../environment/types.js';
import { catalogEntries } from '../executor/skill-input.js';
import type { JobOrder } from '../jobs/room.js';
import { canonicalJson } from '../protocol/canonical-json.js';
import { argvOf } from '../skills/launch.js';
import type { Catalog, Package } from '../skills/package.js';
import { dispatch } from './dispatch.js';
import type { House, MadeDecision, Turn } from './house.js';
import type { StepOutcome } from './outcome.js';
import type { QuestionEnd } from './question-end.js';

export interface Execution {
  readonly package: Package;
  /** What is installed besides; skills are told. */
  readonly catalog: Catalog;
  readonly content: string;
  /** The request in the user's own words. */
  readonly text: string;
  readonly bound: Extract<Bound, { ok: true }>;
  readonly made: readonly MadeDecision[];
  readonly events: readonly TrackEvent[];
  /** Requests of the same sentence that are not started now. */
  readonly also_asked: readonly AlsoAsked[];
  /** The last run of the package here, whose values may be carried over; null: none. */
  readonly earlier: EarlierRun | null;
  /** Parameters that were read from a request which was not made for this package; null: none. */
  readonly read_before: { readonly round_id: number; readonly names: readonly string[] } | null;
  /** What an answered question had carried over already. */
  readonly carried: readonly CarriedFact[];
  readonly ends: QuestionEnd | null;
}

/** Starts a package's workflow as a job, or joins the live one that does the same. */
export async function execute(house: House, turn: Turn, execution: Execution): Promise<StepOutcome> {
  const { package: pkg, bound, content, made, events, ends, also_asked } = execution;
  const argv = argvOf(pkg, bound.params);
  const request_key = requestKey(turn.environment_id, execution, {});
  return await dispatch(house, turn, {
    task_type: typeOf(pkg),
    content,
    params: bound.params,
    made,
    events,
    ends,
    request_key,
    order: (task_id) => ({
      ...orderOf(house, turn, execution, { request_key, task_id }),
      kind: pkg.kind === 'controller' ? 'workflow' : 'skill',
      argv,
    }),
    told: { project: bound.project?.name ?? null, carried: carriedValues(execution), also_asked },
  });
}

/** What tasks, jobs and replies call it. */
export function typeOf(pkg: Package): string {
  return pkg.task_type ?? pkg.name;
}

/** The values that the input did not say: read from an earlier request, taken over from an earlier run, or another one than that by default. */
export function carriedValues({ bound, earlier, read_before, carried }: Execution): CarriedFact[] {
  const read = (read_before?.names ?? []).map((name): CarriedFact => {
    return { name, value: textOf(bound.params[name]), round_id: read_before?.round_id ?? 0, was: null };
  });
  const { project, project_carried } = bound;
  const place: CarriedFact[] =
    earlier !== null && project_carried && project !== null
      ? [{ name: 'project', value: project.name, round_id: earlier.round_id, was: null }]
      : [];
  return [...read, ...place, ...carried, ...ofEarlierRun(bound, earlier)];
}

/** The parameters that are taken over, or that a default changes. */
export function ofEarlierRun(
  { params, sources }: Pick<Bound, 'params' | 'sources'>,
  earlier: EarlierRun | null,
): CarriedFact[] {
  if (earlier === null) return [];
  const { round_id, params: before } = earlier;
  return Object.keys(params).flatMap((name): CarriedFact[] => {
    const [value, was] = [textOf(params[name]), textOf(before[name] ?? null)];
    if (sources[name] === 'earlier') return [{ name, value, round_id, was: null }];
    const changes = sources[name] === 'default' && Object.hasOwn(before, name) && was !== value;
    return changes ? [{ name, value, round_id, was }] : [];
  });
}

/** `job`: the job's own folder. */
export function workingFolder(house: House, pkg: Package, bound: Execution['bound']): string {
  if (pkg.cwd === 'job') return 'job';
  return pkg.cwd === 'package' ? pkg.dir : (bound.project?.path ?? house.root);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What the jobs of a package have in common, whoever carries them out. */
export function orderOf(
  house: House,
  turn: Turn,
  { package: pkg, bound, content, catalog }: Execution,
  { request_key, task_id }: { request_key: string; task_id: number },
): Omit<JobOrder, 'kind' | 'argv'> {
  const name = turn.request.environment;
  return {
    package: typeOf(pkg),
    package_version: pkg.version,
    package_dir: pkg.dir,
    cwd: workingFolder(house, pkg, bound),
    limits: {
      wall_ms: pkg.limits.wall_sec * 1000,
      idle_ms: pkg.limits.idle_sec * 1000,
      output_bytes: pkg.limits.output_bytes,
    },
    idempotent: pkg.idempotent,
    max_attempts: pkg.max_attempts,
    input: {
      task: { type: typeOf(pkg), content },
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

/** Equal for requests that would do the same work: environment, package, version, project, canonical params, and what else tells them apart. */
export function requestKey(
  environment_id: number,
  { package: pkg, bound: { params, project } }: Pick<Execution, 'package' | 'bound'>,
  besides: Readonly<Record<string, unknown>>,
): string {
  const target = project === null ? null : { path: project.path, base_url: project.base_url };
  const identity = { environment_id, package: pkg.name, version: pkg.version, target, params, ...besides };
  return createHash('sha256').update(canonicalJson(identity)).digest('hex');
}
