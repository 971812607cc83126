import { type Said, verbatim } from '../errors/said.js';
import { describe, misfit } from './describe.js';
import { PARAM_TYPES, type ParamSchema, type ParamsSchema } from './params-schema.js';
import type { PatternTime } from './pattern-time.js';
import { patternProblem, UNTRIED } from './regex-cost.js';
import { NOT_KNOWN } from './within-time.js';

export const PARAMS_SCHEMA_BYTES = 256 * 1024;
const MAX_DEPTH = 16;
const MAX_PARAMS = 200;
const PARAM_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const FLAGS = ['x-carry', 'x-allow-dash'] as const;

/** Where in the schema, and what. */
export interface SchemaProblem {
  path: (string | number)[];
  message: Said;
}

/** `untried`: where patterns are that there was no time to try. `not_known`: those that the machine was too busy to try. */
export type CheckedSchema =
  | { ok: true; schema: ParamsSchema; untried: SchemaProblem['path'][]; not_known: SchemaProblem['path'][] }
  | { ok: false; problems: SchemaProblem[] };

/** The shape that binding relies on. What else a JSON Schema may say is left to `validateParams`. */
export function checkParamsSchema(value: unknown, time: PatternTime): CheckedSchema {
  const problems: SchemaProblem[] = [];
  const untried: SchemaProblem['path'][] = [];
  const not_known: SchemaProblem['path'][] = [];
  const tried: Tried = (pattern, path) => {
    const problem = patternProblem(pattern, time);
    if (problem !== UNTRIED && problem !== NOT_KNOWN) return problem;
    (problem === UNTRIED ? untried : not_known).push(path);
    return null;
  };
  const wrong = (path: (string | number)[], message: Said): void => {
    problems.push({ path, message });
  };
  if (!isMapping(value)) return { ok: false, problems: [{ path: [], message: misfit(OBJECT, value) }] };
  const deep = unfit(value, tried);
  if (deep !== null) return { ok: false, problems: [deep] };
  if (value.type !== undefined && value.type !== 'object')
    wrong(['type'], misfit({ en: '"object"', zh: ' "object"' }, value.type));
  const { properties = {}, required = [], additionalProperties } = value;
  if (!isMapping(properties)) {
    wrong(['properties'], misfit({ en: 'an object of parameters', zh: '由参数组成的对象' }, properties));
    return { ok: false, problems };
  }
  const names = Object.keys(properties);
  if (names.length > MAX_PARAMS)
    wrong(['properties'], { en: `more than ${MAX_PARAMS} parameters`, zh: `参数超过 ${MAX_PARAMS} 个` });
  if (!Array.isArray(required)) wrong(['required'], misfit({ en: 'a list of names', zh: '名字的列表' }, required));
  else {
    for (const [i, name] of required.entries()) {
      if (typeof name !== 'string' || !Object.hasOwn(properties, name)) {
        const [shown, all] = [describe(name), names.join(', ')];
        wrong(['required', i], {
          en: `${shown.en} is not among the properties (${all})`,
          zh: `${shown.zh} 不在 properties 中（${all}）`,
        });
      }
    }
  }
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') {
    wrong(['additionalProperties'], misfit(BOOLEAN, additionalProperties));
  }
  for (const [name, param] of Object.entries(properties)) {
    const path = ['properties', name];
    if (!PARAM_NAME.test(name)) wrong(path, NAMING);
    if (isMapping(param)) checkParam(param as ParamSchema, path, wrong, tried);
    else wrong(path, misfit(OBJECT, param));
  }
  if (problems.length > 0) return { ok: false, problems };
  const schema = { ...value, type: 'object' as const, properties: properties as Record<string, ParamSchema> };
  return { ok: true, schema, untried, not_known };
}

const OBJECT: Said = { en: 'an object', zh: '对象' };
const BOOLEAN: Said = { en: 'true or false', zh: ' true 或 false' };
const NAMING: Said = {
  en: 'a parameter is named with letters, digits and _, at most 64',
  zh: '参数名只能用字母、数字和 _，最多 64 个字符',
};

type Wrong = (path: (string | number)[], message: Said) => void;
type Tried = (pattern: string, path: (string | number)[]) => Said | null;

function checkParam(param: ParamSchema, path: (string | number)[], wrong: Wrong, tried: Tried): void {
  const types: readonly unknown[] = param.type === undefined ? [] : [param.type].flat();
  for (const type of types) {
    if (!PARAM_TYPES.some((known) => known === type)) {
      const known = PARAM_TYPES.join(', ');
      wrong([...path, 'type'], misfit({ en: `one of ${known}`, zh: `以下之一：${known}` }, type));
    }
  }
  if (param.enum !== undefined && (!Array.isArray(param.enum) || param.enum.length === 0)) {
    wrong([...path, 'enum'], misfit({ en: 'a list that is not empty', zh: '非空的列表' }, param.enum));
  }
  for (const key of ['minimum', 'maximum'] as const) {
    const bound: unknown = param[key];
    if (bound !== undefined && typeof bound !== 'number')
      wrong([...path, key], misfit({ en: 'a number', zh: '数' }, bound));
  }
  if (Number(param.minimum) > Number(param.maximum))
    wrong([...path, 'minimum'], { en: 'is above the maximum', zh: '大于 maximum' });
  if (param.description !== undefined && typeof param.description !== 'string') {
    wrong([...path, 'description'], misfit({ en: 'a text', zh: '文本' }, param.description));
  }
  for (const key of FLAGS) {
    const flag: unknown = param[key];
    if (flag !== undefined && typeof flag !== 'boolean') wrong([...path, key], misfit(BOOLEAN, flag));
  }
  const unfit = param.default === undefined ? null : unfitDefault(param, param.default);
  if (unfit !== null) wrong([...path, 'default'], unfit);
  if (param['x-extract'] !== undefined) checkExtract(param['x-extract'], [...path, 'x-extract'], wrong, tried);
}

function unfitDefault(param: ParamSchema, value: unknown): Said | null {
  const types = param.type === undefined ? [] : [param.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return misfit({ en: types.join(' or '), zh: ` ${types.join(' 或 ')}` }, value);
  }
  if (Array.isArray(param.enum) && !param.enum.includes(value) && typeof value !== 'object') {
    const [shown, all] = [describe(value), JSON.stringify(param.enum)];
    return { en: `${shown.en} is not among ${all}`, zh: `${shown.zh} 不在 ${all} 之中` };
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

function checkExtract(rule: unknown, path: (string | number)[], wrong: Wrong, tried: Tried): void {
  if (!isMapping(rule) || typeof rule.pattern !== 'string' || rule.pattern === '') {
    wrong(path, misfit(verbatim('{"pattern": "…", "group": 1}'), rule));
    return;
  }
  for (const key of Object.keys(rule)) {
    if (key !== 'pattern' && key !== 'group')
      wrong([...path, key], { en: 'unknown key. Known: pattern, group', zh: '未知的键。可用：pattern, group' });
  }
  const problem = tried(rule.pattern, [...path, 'pattern']);
  if (problem !== null) wrong([...path, 'pattern'], unfitPattern(problem));
  else if (rule.group !== undefined && !hasGroup(rule.pattern, rule.group)) {
    const shown = describe(rule.group);
    wrong([...path, 'group'], { en: `the pattern has no group ${shown.en}`, zh: `正则中没有分组 ${shown.zh}` });
  }
}

function unfitPattern(problem: Said): Said {
  return { en: `the pattern ${problem.en}`, zh: `正则${problem.zh}` };
}

function hasGroup(pattern: string, group: unknown): boolean {
  // An alternative that matches nothing makes every group of the pattern appear in the match.
  const match = new RegExp(`${pattern}|`, 'u').exec('');
  if (typeof group === 'number') return Number.isInteger(group) && group >= 0 && group < (match?.length ?? 0);
  return typeof group === 'string' && Object.hasOwn(match?.groups ?? {}, group);
}

/** Too deep, a reference that would have to be fetched, or a pattern that could take for ever. */
function unfit(root: unknown, tried: Tried): SchemaProblem | null {
  const stack: { value: unknown; path: (string | number)[] }[] = [{ value: root, path: [] }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, path } = next;
    if (path.length > MAX_DEPTH) {
      const message = { en: `nested deeper than ${MAX_DEPTH} levels`, zh: `嵌套超过 ${MAX_DEPTH} 层` };
      return { path: path.slice(0, 4), message };
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const where = [...path, Array.isArray(value) ? Number(key) : key];
      if (key === '$ref' && typeof inner === 'string' && !inner.startsWith('#')) {
        const shown = describe(inner);
        const message = {
          en: `only references inside the file (#/…) are followed, not ${shown.en}`,
          zh: `只支持文件内的引用（#/…），不支持 ${shown.zh}`,
        };
        return { path: where, message };
      }
      for (const pattern of patternsIn(key, inner, path)) {
        const slow = tried(pattern, where);
        if (slow !== null) return { path: where, message: unfitPattern(slow) };
      }
      if (key === '__proto__')
        return { path: where, message: { en: 'the key __proto__ is refused', zh: '不允许键 __proto__' } };
      stack.push({ value: inner, path: where });
    }
  }
  return null;
}

/** What the validator makes regular expressions of. */
function patternsIn(key: string, value: unknown, path: readonly (string | number)[]): string[] {
  if (key === 'pattern' && path.at(-1) !== 'x-extract' && typeof value === 'string') return [value];
  return key === 'patternProperties' && isMapping(value) ? Object.keys(value) : [];
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
