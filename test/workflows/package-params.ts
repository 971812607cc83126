import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { coerce } from '../../src/controller/parameters/coerce.js';
import { keyValues } from '../../src/controller/parameters/key-values.js';
import { checkParamsSchema } from '../../src/skills/check-params-schema.js';
import { extractParam } from '../../src/skills/extract-param.js';
import type { ParamsSchema } from '../../src/skills/params-schema.js';
import { patternTime } from '../../src/skills/pattern-time.js';

const SKILLS = fileURLToPath(new URL('../../skills', import.meta.url));

export interface Example {
  text: string;
  lang?: string;
  params?: Record<string, unknown>;
}

export function examplesOf(name: string): Example[] {
  return readFileSync(`${SKILLS}/controller/${name}/examples.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export function schemaOf(name: string): ParamsSchema {
  const checked = checkParamsSchema(
    JSON.parse(readFileSync(`${SKILLS}/controller/${name}/params.schema.json`, 'utf8')),
    patternTime(),
  );
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.schema;
}

/** What a request says of each parameter: `name=value`, or what `x-extract` finds. */
export function paramsIn(schema: ParamsSchema, text: string): Record<string, unknown> {
  const pairs = keyValues(text);
  const params: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(schema.properties)) {
    const rule = param['x-extract'];
    const found = pairs.get(name) ?? (rule === undefined ? null : extractParam(rule, text));
    if (found !== null) params[name] = coerce(found, param);
  }
  return params;
}
