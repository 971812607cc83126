import { coerce } from '../controller/parameters/coerce.js';
import { isOnlyPairs, keyValues } from '../controller/parameters/key-values.js';
import { mentions } from '../controller/parameters/mentions.js';
import { quantitiesIn, toQuantity } from '../controller/parameters/quantity.js';
import { extraction } from '../skills/extract-param.js';
import type { ParamSchema } from '../skills/params-schema.js';

/** The parameter that is asked for, and the others of its package by their names. */
export interface Wanted {
  readonly param: string;
  readonly schema: ParamSchema;
  readonly others: Readonly<Record<string, ParamSchema>>;
}

/** What an input says the value is, in so many words. */
export interface ValueSaid {
  readonly value: string;
  /** Nothing else is said, but for the value's name. */
  readonly alone: boolean;
  /** What is said besides, without the words that the question itself is made of. */
  readonly beside: string;
}

/**
 * `name=value`, what `x-extract` finds, the one value of an enumeration it names, a value of the type that is wanted, or the one number it holds
 * where a number is wanted, whatever unit the rule would have had it named by.
 */
export function valueSaid(input: string, { param, schema, others }: Wanted): ValueSaid | null {
  const pair = keyValues(input).get(param);
  if (pair !== undefined) return { value: pair, alone: isOnlyPairs(input), beside: without(input, [pair, param]) };
  const rule = schema['x-extract'];
  const found = rule === undefined ? null : extraction(rule, input);
  if (found !== null) return saidAs(found.value, found.match);
  const [named, ...further] = longestOf((schema.enum ?? []).map(String).filter((value) => mentions(input, value)));
  if (named !== undefined) return further.length > 0 ? null : saidAs(named, named);
  const bare = input.trim().replace(/[.!。！]+$/u, '');
  if (isOfType(bare, schema)) return { value: bare, alone: true, beside: '' };
  const number = theNumberIn(withoutOthers(input, others), schema);
  return number === null ? null : saidAs(number, number);

  function saidAs(value: string, words: string): ValueSaid {
    const alone = [words, value].some((said) => isOnly(input, said) || isOnly(input, said, param));
    const beside = withoutOthers(without(input, [words]), others);
    return { value, alone, beside: beyond(beside, `${param} ${schema.description ?? ''}`) };
  }
}

/** What a text says besides the values of these parameters. */
export function besideParameters(text: string, properties: Readonly<Record<string, ParamSchema>>): string {
  return Object.entries(properties).reduce(
    (rest, [param, schema]) => valueSaid(rest, { param, schema, others: {} })?.beside ?? rest,
    text,
  );
}

/** Whether a text is these names and nothing else but punctuation. */
export function isOnly(input: string, ...names: string[]): boolean {
  const rest = names.reduce((text, name) => text.replaceAll(name.toLowerCase(), ''), input.toLowerCase());
  return names.some((name) => input.toLowerCase().includes(name.toLowerCase())) && !/[\p{L}\p{N}]/u.test(rest);
}

/** Of names that contain one another only the longest was meant. */
export function longestOf(names: readonly string[]): string[] {
  return names.filter((name) => !names.some((other) => other !== name && other.includes(name)));
}

/** Whether it is read as a value that is no text: a number, true or false, nothing. */
function isOfType(text: string, schema: ParamSchema): boolean {
  const value = coerce(text, schema);
  return typeof value === 'number' || typeof value === 'boolean' || value === null;
}

/** Where a number is wanted: the only one of the text, if its unit can be converted. */
function theNumberIn(text: string, schema: ParamSchema): string | null {
  if (![schema.type].flat().some((type) => type === 'number' || type === 'integer')) return null;
  const [only, ...further] = quantitiesIn(text);
  if (only === undefined || further.length > 0) return null;
  return toQuantity(only, schema['x-unit'] ?? null) === null ? null : only;
}

/** The text without what the rules of other parameters find in it. */
function withoutOthers(text: string, others: Wanted['others']): string {
  const taken = Object.values(others).flatMap((other) => {
    const rule = other['x-extract'];
    return (rule === undefined ? null : extraction(rule, text)?.match) ?? [];
  });
  return without(text, taken);
}

function without(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => rest.replace(part, ' '), text);
}

/** The text without the words that `known` holds, and without runs of two and more Chinese characters of it. */
function beyond(text: string, known: string): string {
  const lower = known.toLowerCase();
  const words = new Set(lower.match(/[a-z]{2,}/g) ?? []);
  return text
    .replaceAll(/[A-Za-z]{2,}/g, (word) => (words.has(word.toLowerCase()) ? ' ' : word))
    .replaceAll(/\p{Script=Han}{2,}/gu, (run) => withoutRuns(run, lower))
    .trim();
}

function withoutRuns(run: string, known: string): string {
  let rest = '';
  for (let at = 0; at < run.length; ) {
    let end = run.length;
    while (end - at >= 2 && !known.includes(run.slice(at, end))) end -= 1;
    if (end - at >= 2) at = end;
    else rest += run[at++];
  }
  return rest;
}
