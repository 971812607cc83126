import { coerce } from '../controller/parameters/coerce.js';
import { keyValues } from '../controller/parameters/key-values.js';
import { extractAll } from '../skills/extract-all.js';
import type { ParamSchema } from '../skills/params-schema.js';

/** Which of these parameters a text says, as pairs or in its words, and what. */
export function paramsSaid(params: Readonly<Record<string, ParamSchema>>, text: string): Record<string, unknown> {
  const pairs = keyValues(text);
  const { values } = extractAll({ type: 'object', properties: params }, text);
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, schema]): [string, unknown][] => {
      const said = pairs.get(name) ?? values.get(name);
      return said === undefined ? [] : [[name, coerce(said, schema)]];
    }),
  );
}
