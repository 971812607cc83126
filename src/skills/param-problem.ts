import type { ErrorObject } from 'ajv';
import { inLanguage } from '../environment/in-language.js';
import { type Said, verbatim } from '../errors/said.js';
import { describe } from './describe.js';
import { ownValue } from './own-value.js';
import type { ParamSchema, ParamsSchema } from './params-schema.js';

export interface ParamProblem {
  /** Name of the parameter; for something deep inside one, its path: `cases[2].id`. */
  param: string;
  code: 'missing' | 'type' | 'enum' | 'range' | 'unknown' | 'shape';
  /** Which parameter, what is wrong, what is allowed. */
  message: Said;
  /** The values to choose from; null where there is no list. */
  allowed: unknown[] | null;
}

/** What the validator found, as a person is told. */
export function problemOf(
  error: ErrorObject,
  schema: ParamsSchema,
  params: Readonly<Record<string, unknown>>,
): ParamProblem {
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const param = steps.map((step, i) => (i === 0 ? step : /^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  const detail = error.params as Record<string, unknown>;
  if (error.keyword === 'required') {
    const name = [param, String(detail.missingProperty)].filter(Boolean).join('.');
    const spec = steps.length === 0 ? ownValue(schema.properties, name) : undefined;
    const about = hint(spec);
    const message = { en: `${name} is missing${about.en}`, zh: `缺少 ${name}${about.zh}` };
    return { param: name, code: 'missing', message, allowed: spec?.enum ?? null };
  }
  if (error.keyword === 'additionalProperties') {
    const name = [param, String(detail.additionalProperty)].filter(Boolean).join('.');
    const known = steps.length === 0 ? Object.keys(schema.properties) : null;
    const names = known?.join(', ');
    const allowed =
      known === null ? verbatim('') : { en: ` Known: ${names || 'none'}.`, zh: `可用：${names || '无'}。` };
    const message = { en: `${name} is not a parameter.${allowed.en}`, zh: `没有参数 ${name}。${allowed.zh}` };
    return { param: name, code: 'unknown', message, allowed: known };
  }
  const found = describe(
    steps.reduce<unknown>((value, step) => ownValue((value ?? {}) as Record<string, unknown>, step), params),
  );
  const subject = { en: param || 'the parameters', zh: param || '参数' };
  if (error.keyword === 'enum' || error.keyword === 'const') {
    const allowed = error.keyword === 'enum' ? (detail.allowedValues as unknown[]) : [detail.allowedValue];
    const values = allowed.map(String).join(', ');
    const message = {
      en: `${param} must be one of ${values}; it is ${found.en}`,
      zh: `${param} 必须是以下之一：${values}；现在是：${found.zh}`,
    };
    return { param, code: 'enum', message, allowed };
  }
  const types = [detail.type].flat();
  if (error.keyword === 'type') {
    const message = {
      en: `${subject.en} must be of type ${types.join(' or ')}; it is ${found.en}`,
      zh: `${subject.zh} 的类型必须是 ${types.join(' 或 ')}；现在是：${found.zh}`,
    };
    return { param, code: 'type', message, allowed: null };
  }
  const spec = steps.length === 1 ? ownValue(schema.properties, param) : undefined;
  if (error.keyword === 'pattern' && spec?.description !== undefined) {
    const about = hint({ description: spec.description });
    const message = {
      en: `${param} is not of the form that is wanted${about.en}; it is ${found.en}`,
      zh: `${param} 不是所要的形式${about.zh}；现在是：${found.zh}`,
    };
    return { param, code: 'shape', message, allowed: null };
  }
  const rule = RULES[error.keyword];
  const message = {
    en: `${subject.en} ${error.message ?? 'does not fit'}; it is ${found.en}`,
    zh: `${subject.zh} ${rule?.(detail) ?? `不符合 ${error.keyword} 的要求`}；现在是：${found.zh}`,
  };
  return { param, code: RANGE.has(error.keyword) ? 'range' : 'shape', message, allowed: null };
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

/** What the validator says in English, by its keyword. */
const RULES: Readonly<Record<string, (detail: Readonly<Record<string, unknown>>) => string>> = {
  minimum: ({ limit }) => `必须 >= ${limit}`,
  maximum: ({ limit }) => `必须 <= ${limit}`,
  exclusiveMinimum: ({ limit }) => `必须 > ${limit}`,
  exclusiveMaximum: ({ limit }) => `必须 < ${limit}`,
  multipleOf: ({ multipleOf }) => `必须是 ${multipleOf} 的倍数`,
  minLength: ({ limit }) => `不能少于 ${limit} 个字符`,
  maxLength: ({ limit }) => `不能超过 ${limit} 个字符`,
  minItems: ({ limit }) => `不能少于 ${limit} 项`,
  maxItems: ({ limit }) => `不能超过 ${limit} 项`,
  uniqueItems: () => '不能有重复的项',
  pattern: ({ pattern }) => `必须匹配 "${pattern}"`,
};

function hint(spec: ParamSchema | undefined): Said {
  const { description, enum: values } = spec ?? {};
  const said =
    description === undefined
      ? verbatim('')
      : { en: ` (${inLanguage(description, 'en')})`, zh: `（${inLanguage(description, 'zh')}）` };
  if (values === undefined) return said;
  const all = values.map(String).join(', ');
  return { en: `${said.en}: one of ${all}`, zh: `${said.zh}，可选：${all}` };
}
