import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Language } from '../environment/language.js';
import { ParamsSchemaError } from './errors.js';
import { describe } from './fields.js';
import type { ParamSchema, ParamsSchema } from './params-schema.js';

export interface ParamProblem {
  /** Name of the parameter; for something deep inside one, its path: `cases[2].id`. */
  param: string;
  code: 'missing' | 'type' | 'enum' | 'range' | 'unknown' | 'shape';
  /** Which parameter, what is wrong, what is allowed. */
  message: Readonly<Record<Language, string>>;
  /** The values to choose from; null where there is no list. */
  allowed: unknown[] | null;
}

/** Empty: the parameters fit. Throws ParamsSchemaError where the schema itself is unusable. The validator is loaded on first use. */
export async function validateParams(
  schema: ParamsSchema,
  params: Readonly<Record<string, unknown>>,
): Promise<ParamProblem[]> {
  const validate = await compileParamsSchema(schema);
  if (validate(params)) return [];
  const problems = (validate.errors ?? []).map((error) => problemOf(error, schema, params));
  return problems.filter(
    ({ param, code }, i) => problems.findIndex((other) => other.param === param && other.code === code) === i,
  );
}

/** By the schema's own object: packages that stay the same are compiled once, and those that go are forgotten. */
const compiled = new WeakMap<ParamsSchema, ValidateFunction>();

export async function compileParamsSchema(schema: ParamsSchema): Promise<ValidateFunction> {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const { compileSchema } = await import('./compile-schema.js');
  try {
    const validate = compileSchema(schema);
    compiled.set(schema, validate);
    return validate;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ParamsSchemaError(`params.schema.json: ${message}`, { cause });
  }
}

const RANGE = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);

function problemOf(error: ErrorObject, schema: ParamsSchema, params: Readonly<Record<string, unknown>>): ParamProblem {
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const param = steps.map((step, i) => (i === 0 ? step : /^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  const detail = error.params as Record<string, unknown>;
  if (error.keyword === 'required') {
    const name = [param, String(detail.missingProperty)].filter(Boolean).join('.');
    const spec = steps.length === 0 ? schema.properties[name] : undefined;
    const [zh, en] = hint(spec);
    const message = { zh: `缺少 ${name}${zh}`, en: `${name} is missing${en}` };
    return { param: name, code: 'missing', message, allowed: spec?.enum ?? null };
  }
  if (error.keyword === 'additionalProperties') {
    const name = [param, String(detail.additionalProperty)].filter(Boolean).join('.');
    const known = steps.length === 0 ? Object.keys(schema.properties) : null;
    const [zh, en] =
      known === null
        ? ['', '.']
        : [`，可用的是 ${known.join('、') || '（没有）'}`, `. Known: ${known.join(', ') || 'none'}.`];
    const message = { zh: `没有参数 ${name}${zh}`, en: `${name} is not a parameter${en}` };
    return { param: name, code: 'unknown', message, allowed: known };
  }
  const value = steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], params);
  const found = describe(value);
  const subject = { zh: param || '参数', en: param || 'the parameters' };
  const but = (zh: string, en: string) => ({
    zh: `${subject.zh} ${zh}，现在是 ${isPlain(value) ? found : KINDS_ZH[Array.isArray(value) ? 'list' : 'mapping']}`,
    en: `${subject.en} ${en}; it is ${found}`,
  });
  if (error.keyword === 'enum' || error.keyword === 'const') {
    const allowed = error.keyword === 'enum' ? (detail.allowedValues as unknown[]) : [detail.allowedValue];
    const names = allowed.map(String);
    const message = but(`必须是 ${names.join('、')} 之一`, `must be one of ${names.join(', ')}`);
    return { param, code: 'enum', message, allowed };
  }
  if (error.keyword === 'type') {
    const types = [detail.type].flat().map(String);
    const zh = types.map((type) => TYPES_ZH[type] ?? type).join('或');
    return { param, code: 'type', message: but(`必须是${zh}`, `must be of type ${types.join(' or ')}`), allowed: null };
  }
  const code = RANGE.has(error.keyword) ? 'range' : 'shape';
  return { param, code, message: but(boundInChinese(error), error.message ?? 'does not fit'), allowed: null };
}

function isPlain(value: unknown): boolean {
  return value !== null && typeof value !== 'object';
}

const KINDS_ZH = { list: '列表', mapping: '对象' } as const;

const TYPES_ZH: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '对象',
  null: '空值',
};

function boundInChinese({ keyword, params }: ErrorObject): string {
  const { comparison, limit, multipleOf, pattern } = params as Record<string, unknown>;
  if (comparison !== undefined) return `必须 ${comparison} ${limit}`;
  if (multipleOf !== undefined) return `必须是 ${multipleOf} 的倍数`;
  if (pattern !== undefined) return `必须符合 ${pattern}`;
  if (keyword === 'minLength') return `至少要有 ${limit} 个字符`;
  if (keyword === 'maxLength') return `最多 ${limit} 个字符`;
  if (keyword === 'minItems') return `至少要有 ${limit} 项`;
  if (keyword === 'maxItems') return `最多 ${limit} 项`;
  return '不符合要求';
}

function hint(spec: ParamSchema | undefined): [zh: string, en: string] {
  const description = spec?.description;
  const one = spec?.enum?.map(String);
  return [
    `${description === undefined ? '' : `（${description}）`}${one === undefined ? '' : `，可选 ${one.join('、')}`}`,
    `${description === undefined ? '' : ` (${description})`}${one === undefined ? '' : `: one of ${one.join(', ')}`}`,
  ];
}
