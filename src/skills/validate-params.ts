import type { ErrorObject, ValidateFunction } from 'ajv';
import { ParamsSchemaError } from './errors.js';
import { describe } from './fields.js';
import type { ParamSchema, ParamsSchema } from './params-schema.js';

export interface ParamProblem {
  /** Name of the parameter; for something deep inside one, its path: `cases[2].id`. */
  param: string;
  code: 'missing' | 'type' | 'enum' | 'range' | 'unknown' | 'shape';
  /** Which parameter, what is wrong, what is allowed. */
  message: string;
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
    return { param: name, code: 'missing', message: `${name} is missing${hint(spec)}`, allowed: spec?.enum ?? null };
  }
  if (error.keyword === 'additionalProperties') {
    const name = [param, String(detail.additionalProperty)].filter(Boolean).join('.');
    const known = steps.length === 0 ? Object.keys(schema.properties) : null;
    const allowed = known === null ? '' : ` Known: ${known.join(', ') || 'none'}.`;
    return { param: name, code: 'unknown', message: `${name} is not a parameter.${allowed}`, allowed: known };
  }
  const found = describe(
    steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], params),
  );
  if (error.keyword === 'enum' || error.keyword === 'const') {
    const allowed = error.keyword === 'enum' ? (detail.allowedValues as unknown[]) : [detail.allowedValue];
    const message = `${param} must be one of ${allowed.map(String).join(', ')}; it is ${found}`;
    return { param, code: 'enum', message, allowed };
  }
  if (error.keyword === 'type') {
    const type = [detail.type].flat().join(' or ');
    return {
      param,
      code: 'type',
      message: `${param || 'the parameters'} must be of type ${type}; it is ${found}`,
      allowed: null,
    };
  }
  const code = RANGE.has(error.keyword) ? 'range' : 'shape';
  return {
    param,
    code,
    message: `${param || 'the parameters'} ${error.message ?? 'does not fit'}; it is ${found}`,
    allowed: null,
  };
}

function hint(spec: ParamSchema | undefined): string {
  const said = spec?.description === undefined ? '' : ` (${spec.description})`;
  return spec?.enum === undefined ? said : `${said}: one of ${spec.enum.map(String).join(', ')}`;
}
