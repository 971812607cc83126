import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ParamsSchema } from './params-schema.js';

/** Loads the validator. Draft 2020-12 unless the schema names an older one. Throws where the schema breaks the rules of its draft. */
export function compileSchema({ $schema: dialect, ...rules }: ParamsSchema): ValidateFunction {
  const old = typeof dialect === 'string' && /draft-0[4-7]/.test(dialect);
  // `strict` would refuse the x- keywords; formats are descriptions here.
  // A parameter may be called like what every object has.
  const options = {
    ownProperties: true,
    strict: false,
    allErrors: true,
    validateFormats: false,
    logger: false,
  } as const;
  return (old ? new Ajv(options) : new Ajv2020(options)).compile(rules);
}
