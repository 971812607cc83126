import { describe } from './fields.js';
import { PARAM_TYPES, type ParamSchema, type ParamsSchema } from './params-schema.js';
import { patternProblem } from './regex-cost.js';

export const PARAMS_SCHEMA_BYTES = 256 * 1024;
const MAX_DEPTH = 16;
const MAX_PARAMS = 200;
const PARAM_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const FLAGS = ['x-carry', 'x-allow-dash'] as const;

/** Where in the schema, and what. */
export interface SchemaProblem {
  path: (string | number)[];
  message: string;
}

export type CheckedSchema = { ok: true; schema: ParamsSchema } | { ok: false; problems: SchemaProblem[] };

/** The shape that binding relies on. What else a JSON Schema may say is left to `validateParams`. */
export function checkParamsSchema(value: unknown): CheckedSchema {
  const problems: SchemaProblem[] = [];
  const wrong = (path: (string | number)[], message: string): void => {
    problems.push({ path, message });
  };
  if (!isMapping(value))
    return { ok: false, problems: [{ path: [], message: `expected an object, found ${describe(value)}` }] };
  const deep = unfit(value);
  if (deep !== null) return { ok: false, problems: [deep] };
  if (value.type !== undefined && value.type !== 'object')
    wrong(['type'], `expected "object", found ${describe(value.type)}`);
  const { properties = {}, required = [], additionalProperties } = value;
  if (!isMapping(properties)) {
    wrong(['properties'], `expected an object of parameters, found ${describe(properties)}`);
    return { ok: false, problems };
  }
  const names = Object.keys(properties);
  if (names.length > MAX_PARAMS) wrong(['properties'], `more than ${MAX_PARAMS} parameters`);
  if (!Array.isArray(required)) wrong(['required'], `expected a list of names, found ${describe(required)}`);
  else {
    for (const [i, name] of required.entries()) {
      if (typeof name !== 'string' || !Object.hasOwn(properties, name)) {
        wrong(['required', i], `${describe(name)} is not among the properties (${names.join(', ')})`);
      }
    }
  }
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') {
    wrong(['additionalProperties'], `expected true or false, found ${describe(additionalProperties)}`);
  }
  for (const [name, param] of Object.entries(properties)) {
    const path = ['properties', name];
    if (!PARAM_NAME.test(name)) wrong(path, 'a parameter is named with letters, digits and _, at most 64');
    if (isMapping(param)) checkParam(param as ParamSchema, path, wrong);
    else wrong(path, `expected an object, found ${describe(param)}`);
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, schema: { ...value, type: 'object', properties: properties as Record<string, ParamSchema> } };
}

type Wrong = (path: (string | number)[], message: string) => void;

function checkParam(param: ParamSchema, path: (string | number)[], wrong: Wrong): void {
  const types: readonly unknown[] = param.type === undefined ? [] : [param.type].flat();
  for (const type of types) {
    if (!PARAM_TYPES.some((known) => known === type)) {
      wrong([...path, 'type'], `expected one of ${PARAM_TYPES.join(', ')}, found ${describe(type)}`);
    }
  }
  if (param.enum !== undefined && (!Array.isArray(param.enum) || param.enum.length === 0)) {
    wrong([...path, 'enum'], `expected a list that is not empty, found ${describe(param.enum)}`);
  }
  for (const key of ['minimum', 'maximum'] as const) {
    const bound: unknown = param[key];
    if (bound !== undefined && typeof bound !== 'number')
      wrong([...path, key], `expected a number, found ${describe(bound)}`);
  }
  if (Number(param.minimum) > Number(param.maximum)) wrong([...path, 'minimum'], 'is above the maximum');
  if (param.description !== undefined && typeof param.description !== 'string') {
    wrong([...path, 'description'], `expected a text, found ${describe(param.description)}`);
  }
  for (const key of FLAGS) {
    const flag: unknown = param[key];
    if (flag !== undefined && typeof flag !== 'boolean')
      wrong([...path, key], `expected true or false, found ${describe(flag)}`);
  }
  const unfit = param.default === undefined ? null : misfit(param, param.default);
  if (unfit !== null) wrong([...path, 'default'], unfit);
  if (param['x-extract'] !== undefined) checkExtract(param['x-extract'], [...path, 'x-extract'], wrong);
}

function misfit(param: ParamSchema, value: unknown): string | null {
  const types = param.type === undefined ? [] : [param.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return `expected ${types.join(' or ')}, found ${describe(value)}`;
  }
  if (Array.isArray(param.enum) && !param.enum.includes(value) && typeof value !== 'object') {
    return `${describe(value)} is not among ${JSON.stringify(param.enum)}`;
  }
  return null;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isMapping(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function checkExtract(rule: unknown, path: (string | number)[], wrong: Wrong): void {
  if (!isMapping(rule) || typeof rule.pattern !== 'string' || rule.pattern === '') {
    wrong(path, `expected {"pattern": "…", "group": 1}, found ${describe(rule)}`);
    return;
  }
  for (const key of Object.keys(rule)) {
    if (key !== 'pattern' && key !== 'group') wrong([...path, key], 'unknown key. Known: pattern, group');
  }
  const problem = patternProblem(rule.pattern);
  if (problem !== null) wrong([...path, 'pattern'], `the pattern ${problem}`);
  else if (rule.group !== undefined && !hasGroup(rule.pattern, rule.group)) {
    wrong([...path, 'group'], `the pattern has no group ${describe(rule.group)}`);
  }
}

function hasGroup(pattern: string, group: unknown): boolean {
  // An alternative that matches nothing makes every group of the pattern appear in the match.
  const match = new RegExp(`${pattern}|`, 'u').exec('');
  if (typeof group === 'number') return Number.isInteger(group) && group >= 0 && group < (match?.length ?? 0);
  return typeof group === 'string' && Object.hasOwn(match?.groups ?? {}, group);
}

/** Too deep, a reference that would have to be fetched, or a pattern that could take for ever. */
function unfit(root: unknown): SchemaProblem | null {
  const stack: { value: unknown; path: (string | number)[] }[] = [{ value: root, path: [] }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, path } = next;
    if (path.length > MAX_DEPTH) return { path: path.slice(0, 4), message: `nested deeper than ${MAX_DEPTH} levels` };
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const where = [...path, Array.isArray(value) ? Number(key) : key];
      if (key === '$ref' && typeof inner === 'string' && !inner.startsWith('#')) {
        return { path: where, message: `only references inside the file (#/…) are followed, not ${describe(inner)}` };
      }
      const slow =
        key === 'pattern' && path.at(-1) !== 'x-extract' && typeof inner === 'string' ? patternProblem(inner) : null;
      if (slow !== null) return { path: where, message: `the pattern ${slow}` };
      if (key === '__proto__') return { path: where, message: 'the key __proto__ is refused' };
      stack.push({ value: inner, path: where });
    }
  }
  return null;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
