import type { ValidateFunction } from 'ajv';
import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import { ParamsSchemaError } from './errors.js';
import { type ParamProblem, problemOf } from './param-problem.js';
import type { ParamsSchema } from './params-schema.js';
import { TOO_SLOW, withinTime } from './within-time.js';

/** Empty: the parameters fit. Throws ParamsSchemaError where the schema itself is unusable. The validator is loaded on first use. */
export async function validateParams(
  schema: ParamsSchema,
  params: Readonly<Record<string, unknown>>,
): Promise<ParamProblem[]> {
  const validate = await compileParamsSchema(schema);
  const fits = withinTime(VALIDATE_MS, () => validate(params));
  if (fits === TOO_SLOW) return [tooSlow(validate, params)];
  if (fits) return [];
  const problems = (validate.errors ?? []).map((error) => problemOf(error, schema, params));
  return problems.filter(
    ({ param, code }, i) => problems.findIndex((other) => other.param === param && other.code === code) === i,
  );
}

/** A value that the schema's patterns take for ever on is named as the one that does not fit; alone, each is checked as long again. */
function tooSlow(validate: ValidateFunction, params: Readonly<Record<string, unknown>>): ParamProblem {
  const names = Object.keys(params);
  const slow = (name: string) => withinTime(VALIDATE_MS, () => validate({ [name]: params[name] })) === TOO_SLOW;
  return { param: names.find(slow) ?? names[0] ?? '', code: 'shape', message: TOO_SLOW_TO_CHECK, allowed: null };
}

const VALIDATE_MS = 500;
const TOO_SLOW_TO_CHECK: Said = {
  en: 'a pattern in params.schema.json of its package takes too long on it and was stopped; mend the pattern',
  zh: '它所属的包里 params.schema.json 的正则在这个值上耗时过长，已被中止；请修改该正则',
};

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
