import type { ValidateFunction } from 'ajv';
import type { Said } from '../errors/said.js';
import { saidBy } from '../errors/said-by.js';
import { ParamsSchemaError } from './errors.js';
import { type ParamProblem, problemOf } from './param-problem.js';
import type { ParamsSchema } from './params-schema.js';
import { type Stopped, TOO_SLOW, withinTime } from './within-time.js';

/** Empty: the parameters fit. Throws ParamsSchemaError where the schema itself is unusable. The validator is loaded on first use. */
export async function validateParams(
  schema: ParamsSchema,
  params: Readonly<Record<string, unknown>>,
): Promise<ParamProblem[]> {
  const validate = await compileParamsSchema(schema);
  const fits = withinTime(VALIDATE_MS, () => validate(params));
  if (typeof fits === 'symbol') return [unchecked(validate, params, fits)];
  if (fits) return [];
  const problems = (validate.errors ?? []).map((error) => problemOf(error, schema, params));
  return problems.filter(
    ({ param, code }, i) => problems.findIndex((other) => other.param === param && other.code === code) === i,
  );
}

/** A value that the schema's patterns take for ever on is named as the one that does not fit; alone, each is checked as long again. No pattern is blamed where the machine was busy. */
function unchecked(validate: ValidateFunction, params: Readonly<Record<string, unknown>>, why: Stopped): ParamProblem {
  const names = Object.keys(params);
  const message = why === TOO_SLOW ? TOO_SLOW_TO_CHECK : NO_TIME_TO_CHECK;
  const slow = (name: string) => typeof withinTime(VALIDATE_MS, () => validate({ [name]: params[name] })) === 'symbol';
  return { param: names.find(slow) ?? names[0] ?? '', code: 'shape', message, allowed: null };
}

const VALIDATE_MS = 500;
const TOO_SLOW_TO_CHECK: Said = {
  en: 'a pattern in params.schema.json of its package takes too long on it and was stopped; mend the pattern',
  zh: '它所属的包里 params.schema.json 的正则在这个值上耗时过长，已被中止；请修改该正则',
};
const NO_TIME_TO_CHECK: Said = {
  en: 'there was no time to check it against params.schema.json of its package, because this computer is busy; say it again',
  zh: '这台计算机正忙，没来得及按它所属的包里的 params.schema.json 检查它；请再说一遍',
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
