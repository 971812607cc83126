import { coerce } from '../controller/parameters/coerce.js';
import { keyValues } from '../controller/parameters/key-values.js';
import type { Routed } from '../controller/route.js';
import type { PendingQuestion } from '../environment/types.js';
import { extractParam } from '../skills/extract-param.js';
import type { Catalog } from '../skills/package.js';
import { validateParams } from '../skills/validate-params.js';

/** What an input answers of the open question. */
export interface Answer {
  readonly task_type: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Longer inputs are requests, not values. */
const VALUE_CHARS = 200;

/**
 * The input as an answer to the open question, or null where it is a request of its own: some route is above its threshold, or it
 * neither fills the missing parameter nor names exactly one of the offered types.
 */
export async function answerOf(
  input: string,
  question: PendingQuestion,
  routed: Routed,
  catalog: Catalog,
): Promise<Answer | null> {
  if (question.kind === 'choice') {
    const named = question.options.filter((type) => input.toLowerCase().includes(type.toLowerCase()));
    const [chosen] = longestOf(named);
    return chosen === undefined ? null : { task_type: question.task_type ?? chosen, given: question.params };
  }
  const { task_type, param } = question;
  const pkg = task_type === null ? undefined : catalog.types.get(task_type);
  const schema = param === null ? undefined : pkg?.params_schema?.properties[param];
  if (task_type === null || param === null || pkg?.params_schema == null || schema === undefined) return null;
  const pair = keyValues(input).get(param);
  if (pair === undefined && routed.kind === 'task') return null;
  const rule = schema['x-extract'];
  const text =
    pair ?? (rule === undefined ? null : extractParam(rule, input)) ?? (input.length <= VALUE_CHARS ? input : null);
  if (text === null) return null;
  const given = { ...question.params, [param]: coerce(text, schema) };
  const problems = await validateParams(pkg.params_schema, given);
  return problems.some((problem) => problem.param === param) ? null : { task_type, given };
}

/** Of names that contain one another, only the longest was meant; of several independent ones, none. */
function longestOf(names: readonly string[]): string[] {
  const longest = names.filter((name) => !names.some((other) => other !== name && other.includes(name)));
  return longest.length === 1 ? longest : [];
}
