import type { ParamsSchema } from './params-schema.js';

export interface ParamProblem {
  /** Name of the parameter; for something deep inside one, its path: `cases[2].id`. */
  param: string;
  code: 'missing' | 'type' | 'enum' | 'range' | 'unknown' | 'shape';
  /** Which parameter, what is wrong, what is allowed. */
  message: string;
  /** The values to choose from; null where there is no list. */
  allowed: unknown[] | null;
}

/** Empty: the parameters fit. Throws ParamsSchemaError where the schema itself is unusable. */
export async function validateParams(
  _schema: ParamsSchema,
  _params: Readonly<Record<string, unknown>>,
): Promise<ParamProblem[]> {
  throw new Error('being written');
}
