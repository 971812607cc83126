import { EXTRACT_MS, extractWithin } from './extract-param.js';
import type { ParamsSchema } from './params-schema.js';
import { TOO_SLOW } from './within-time.js';

/** What the rules of one package may take together on one text. */
const ALL_MS = 1000;

export interface Extracted {
  /** By the parameter's name. */
  readonly values: ReadonlyMap<string, string>;
  /** Parameters whose rule had to be stopped, or was not tried because others had used up the time. */
  readonly too_slow: ReadonlySet<string>;
}

/** What every `x-extract` of a schema finds in a text. */
export function extractAll(schema: ParamsSchema | null, text: string): Extracted {
  const values = new Map<string, string>();
  const too_slow = new Set<string>();
  const end = performance.now() + ALL_MS;
  for (const [name, { 'x-extract': rule }] of Object.entries(schema?.properties ?? {})) {
    if (rule === undefined) continue;
    const left = Math.min(EXTRACT_MS, end - performance.now());
    const found = left <= 0 ? TOO_SLOW : extractWithin(left, rule, text);
    if (found === TOO_SLOW) too_slow.add(name);
    else if (found !== null) values.set(name, found);
  }
  return { values, too_slow };
}
