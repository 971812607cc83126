import type { ValidateFunction } from 'ajv';
import { saidBy } from '../errors/said-by.js';
import { ParamsSchemaError } from './errors.js';
import { type ParamProblem, problemOf } from './param-problem.js';
import type { ParamsSchema } from './params-schema.js';

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
    const what = saidBy(cause);
    throw new ParamsSchemaError(
      { en: `params.schema.json: ${what.en}`, zh: `params.schema.json 不是可用的 JSON Schema：${what.zh}` },
      { cause },
    );
  }
}
