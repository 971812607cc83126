/**
 * The part of JSON Schema that binding understands, under its own key names. Other keywords are kept and checked by
 * `validateParams`; they do not take part in binding.
 */
export interface ParamsSchema {
  type: 'object';
  properties: Record<string, ParamSchema>;
  required?: string[];
  additionalProperties?: boolean;
  [keyword: string]: unknown;
}

export const PARAM_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;
export type ParamType = (typeof PARAM_TYPES)[number];

export interface ParamSchema {
  type?: ParamType | ParamType[];
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  /** Shown when the value has to be asked for. */
  description?: string;
  /** How the value is found in the user's words. */
  'x-extract'?: ExtractRule;
  /** True: a value of an earlier round may be taken over. */
  'x-carry'?: boolean;
  /** The unit the workflow wants: `ms`, `s`, `MB`, `ratio` … What the user says in another one of the same kind is converted. */
  'x-unit'?: string;
  /** True: a value that starts with `-` may be an argv item of its own. */
  'x-allow-dash'?: boolean;
  [keyword: string]: unknown;
}

export interface ExtractRule {
  /** Regular expression, `u` flag. */
  pattern: string;
  /** Number or name of the capture group; default 1 where there is one, else the whole match. */
  group?: number | string;
}

export function isRequired(schema: ParamsSchema, param: string): boolean {
  return schema.required?.includes(param) ?? false;
}
