import { type Attempt, attemptHere, counted } from './attempt.js';
import { extractInTime } from './extract-param.js';
import type { ParamsSchema } from './params-schema.js';
import { NOT_KNOWN, type Stopped } from './within-time.js';

/** Processor time that the rules of one package which are not stopped may take together on one text. */
const ALL_MS = 1000;
/** Where so many had to be stopped, no other is tried. */
const MOST_STOPPED = 2;

export interface Extracted {
  /** By the parameter's name. */
  readonly values: ReadonlyMap<string, string>;
  /** Parameters whose rule had to be stopped. NOT_KNOWN: by no fault of its own, or it was not tried because others had used up the time. */
  readonly stopped: ReadonlyMap<string, Stopped>;
}

/** What every `x-extract` of a schema finds in a text. */
export function extractAll(schema: ParamsSchema | null, text: string, attempt: Attempt = attemptHere): Extracted {
  const values = new Map<string, string>();
  const stopped = new Map<string, Stopped>();
  let left = ALL_MS;
  for (const [name, { 'x-extract': rule }] of Object.entries(schema?.properties ?? {})) {
    if (rule === undefined) continue;
    let spent = 0;
    const counting = counted(attempt, (cpu_ms) => {
      spent += cpu_ms;
    });
    const none_left = left <= 0 || stopped.size >= MOST_STOPPED;
    const found = none_left ? NOT_KNOWN : extractInTime(rule, text, counting);
    if (typeof found === 'symbol') {
      stopped.set(name, found);
      continue;
    }
    left -= spent;
    if (found !== null) values.set(name, found);
  }
  return { values, stopped };
}
