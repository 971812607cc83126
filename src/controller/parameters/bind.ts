import type { Project } from '../../config/config.js';
import type { Said } from '../../errors/said.js';
import { type Extracted, extractAll } from '../../skills/extract-all.js';
import { ownValue } from '../../skills/own-value.js';
import type { Package } from '../../skills/package.js';
import type { ParamProblem } from '../../skills/param-problem.js';
import { isRequired, type ParamSchema, type ParamsSchema } from '../../skills/params-schema.js';
import { validateParams } from '../../skills/validate-params.js';
import { TOO_SLOW } from '../../skills/within-time.js';
import { coerce } from './coerce.js';
import { keyValues } from './key-values.js';
import { chooseProject, PROJECT } from './project.js';

export interface BindRequest {
  readonly text: string;
  readonly package: Package;
  readonly projects: Readonly<Record<string, Project>>;
  readonly default_project: string | null;
  /** What relative folders in the request resolve from. */
  readonly root: string;
  /** Values already given: by the task this one resumes. They win over everything else. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The last time this package ran in this Environment; null: never. */
  readonly earlier: EarlierRun | null;
}

export interface EarlierRun {
  readonly round_id: number;
  readonly params: Readonly<Record<string, unknown>>;
  /** Its project, where it is recent enough to go on with when the request names none; else null. */
  readonly project: Project | null;
}

export type ParamSource = 'given' | 'request' | 'project' | 'earlier' | 'default';

export type Bound =
  | {
      readonly ok: true;
      readonly params: Record<string, unknown>;
      readonly sources: Readonly<Record<string, ParamSource>>;
      readonly project: Project | null;
      /** True where the project is that of the earlier run. */
      readonly project_carried: boolean;
    }
  | Unbound;

export interface Unbound {
  readonly ok: false;
  /** The first parameter that is missing or not valid. */
  readonly param: string;
  readonly schema: ParamSchema;
  /** Null: missing. */
  readonly problem: Said | null;
  /** What `project=…` named, where it is neither a project nor a folder; null otherwise. */
  readonly unknown_project: string | null;
  /** The key of the configuration that a value which does not fit stands in; null where it stands elsewhere. */
  readonly set_in: string | null;
  readonly params: Record<string, unknown>;
  readonly sources: Readonly<Record<string, ParamSource>>;
  readonly project: Project | null;
}

/**
 * Fills a package's parameters: from what was given, the request (`key=value`, `x-extract`), the project, the earlier run (`x-carry`),
 * defaults. Never a guess.
 */
export async function bindParameters(request: BindRequest): Promise<Bound> {
  const pairs = new Map(keyValues(request.text));
  const asked = request.given[PROJECT];
  if (typeof asked === 'string') pairs.set(PROJECT, asked);
  // The project that an answer named is kept when there is something else to ask.
  const settled = typeof asked === 'string' ? { [PROJECT]: asked } : {};
  const schema = request.package.params_schema;
  const extracted = extractAll(schema, request.text);
  const named = { ...request, pairs, parts: [...extracted.values.values()] };
  const usual = chooseProject(named);
  const chosen =
    request.earlier?.project == null
      ? usual
      : chooseProject({ ...named, default_project: request.earlier.project.name });
  if ('unknown' in chosen && !Object.hasOwn(schema?.properties ?? {}, PROJECT)) {
    const { [PROJECT]: _unknown, ...params } = request.given;
    const names = { enum: Object.keys(request.projects) };
    const problem = {
      en: `there is neither a project nor a folder '${chosen.unknown}'`,
      zh: `既没有项目也没有目录 '${chosen.unknown}'`,
    };
    return {
      ...{ ok: false, param: PROJECT, schema: names, problem, params, sources: {}, project: null },
      unknown_project: chosen.unknown,
      set_in: null,
    };
  }
  const project = 'unknown' in chosen ? null : chosen.project;
  const project_carried = !('unknown' in usual) && usual.project?.name !== project?.name;
  if (schema === null) return { ok: true, params: {}, sources: {}, project, project_carried };

  const { properties } = schema;
  const params: Record<string, unknown> = {};
  const sources: Record<string, ParamSource> = {};
  for (const [name, param] of Object.entries(schema.properties)) {
    const found = paramValue(name, param, request, { pairs, extracted, project });
    if (found === null) continue;
    params[name] = found.value;
    sources[name] = found.source;
  }
  const problems = await problemsOf(schema, params);
  // What was said and does not fit is told before anything else is asked for.
  const unfit = problems.find((problem) => Object.hasOwn(params, nameIn(problem, params)));
  if (unfit !== undefined) return unusable(unfit);
  for (const [name, param] of Object.entries(schema.properties)) {
    if (ownValue(params, name) !== undefined) continue;
    const stopped = extracted.stopped.get(name);
    if (stopped !== undefined || isRequired(schema, name)) {
      return {
        ok: false,
        param: name,
        schema: param,
        problem: stopped === undefined ? null : stopped === TOO_SLOW ? TOO_SLOW_TO_FIND : NO_TIME_TO_FIND,
        params: { ...params, ...settled },
        sources,
        project,
        unknown_project: null,
        set_in: null,
      };
    }
  }
  const [other] = problems;
  return other === undefined ? { ok: true, params, sources, project, project_carried } : unusable(other);

  function unusable(problem: ParamProblem): Unbound {
    const name = nameIn(problem, params);
    const { [name]: _invalid, ...rest } = params;
    return {
      ok: false,
      param: name,
      schema: ownValue(properties, name) ?? {},
      problem: problem.message,
      params: { ...rest, ...settled },
      sources,
      project,
      unknown_project: null,
      set_in: ownValue(sources, name) === 'project' && project !== null ? `projects.${project.name}.${name}` : null,
    };
  }
}

const TOO_SLOW_TO_FIND: Said = {
  en: 'the pattern (x-extract) of its package takes too long on this request and was stopped; mend it in params.schema.json',
  zh: '它所属的包里用来提取它的正则（x-extract）在这句话上耗时过长，已被中止；请修改 params.schema.json',
};
const NO_TIME_TO_FIND: Said = {
  en: 'there was no time to look for it in this request: this computer is busy, or other patterns of its package took too long; say it, or say all of it again',
  zh: '没来得及在这句话里找它：这台计算机正忙，或者它所属的包的其他正则耗时过长；请直接说出来，或者把整句再说一遍',
};

interface Sources {
  readonly pairs: ReadonlyMap<string, string>;
  readonly extracted: Extracted;
  readonly project: Project | null;
}

/** A project's `name` says which project it is; it is never a parameter's value. What the request may say is asked for, not taken from elsewhere. */
function paramValue(
  name: string,
  param: ParamSchema,
  request: BindRequest,
  { pairs, extracted, project }: Sources,
): { value: unknown; source: ParamSource } | null {
  if (Object.hasOwn(request.given, name)) return { value: request.given[name], source: 'given' };
  const pair = pairs.get(name);
  if (pair !== undefined) return { value: coerce(pair, param), source: 'request' };
  const said = extracted.values.get(name);
  if (said !== undefined) return { value: coerce(said, param), source: 'request' };
  if (extracted.stopped.has(name)) return null;
  const fromProject = project === null || name === 'name' ? undefined : ownValue(project, name);
  if (fromProject !== undefined && fromProject !== null) return { value: fromProject, source: 'project' };
  const before = param['x-carry'] === true ? ownValue(request.earlier?.params ?? {}, name) : undefined;
  if (before !== undefined) return { value: before, source: 'earlier' };
  return param.default === undefined ? null : { value: param.default, source: 'default' };
}

/** The parameter to give again: something deep inside a value makes it the whole value. */
function nameIn({ param }: ParamProblem, params: Record<string, unknown>): string {
  return Object.keys(params).find((one) => one === param) ?? /^[^.[]+/.exec(param)?.[0] ?? '';
}

/** The validator is loaded only where there is something to validate. */
async function problemsOf(schema: ParamsSchema, params: Record<string, unknown>): Promise<ParamProblem[]> {
  return Object.keys(params).length === 0 ? [] : await validateParams(schema, params);
}
