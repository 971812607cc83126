import type { Project } from '../config/config.js';
import type { Controller } from '../controller/assemble.js';
import { isExample } from '../controller/examples.js';
import { coerce } from '../controller/parameters/coerce.js';
import { keyValues } from '../controller/parameters/key-values.js';
import { mentions } from '../controller/parameters/mentions.js';
import { placesNamed } from '../controller/parameters/ordinals.js';
import { PROJECT } from '../controller/parameters/project.js';
import { yesOrNo } from '../controller/parameters/yes-or-no.js';
import type { RouteScorer } from '../controller/policy.js';
import type { Routed } from '../controller/route.js';
import { wishToLeave } from '../controller/wish-to-leave.js';
import { isWord } from '../environment/language.js';
import type { AlsoAsked, PendingQuestion } from '../environment/types.js';
import { extractAll } from '../skills/extract-all.js';
import { ownValue } from '../skills/own-value.js';
import type { Catalog } from '../skills/package.js';
import { packageOf } from '../skills/package-of.js';
import type { ParamSchema } from '../skills/params-schema.js';
import { asks } from './asks.js';
import { isOnly, longestOf, type ValueSaid, valueSaid } from './value-said.js';

/** What an input answers of the open question. */
export interface Answer {
  readonly task_type: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** Options it means without their names, by their place in the list. */
  readonly meant: readonly string[];
  /** Options that were chosen besides, one after another. */
  readonly also: readonly AlsoAsked[];
}

/** Longer inputs are requests, not values. */
const VALUE_CHARS = 200;
/** Where any text may be the value, a confidence below which what was routed elsewhere is taken for one. */
const SURELY_A_REQUEST = 0.9;
/** The same of a single word: nearly every value is one, and next to nothing tells the two apart. */
const SURELY_A_REQUEST_IN_A_WORD = 0.98;

/**
 * The input as an answer to the open question; `given-up` where its words wish that the request be left; null where it is a request of its own. What is routed somewhere else is a request;
 * a value that does not fit is an answer all the same: it is asked for again, with what is wrong with it.
 */
export async function answerOf(
  input: string,
  question: PendingQuestion,
  routed: Routed,
  { catalog, actions }: Pick<Controller, 'catalog' | 'actions'>,
  { projects }: { readonly projects: Readonly<Record<string, Project>> },
): Promise<Answer | 'given-up' | null> {
  const elsewhere = routed.kind === 'task' ? routed.action.task_type : null;
  const wish = wishToLeave(actions.routes.score(input));
  if (question.kind === 'choice') {
    const chosen = choice({ input, elsewhere, wish }, question, catalog);
    if (chosen !== null) return chosen;
    if (yesOrNo(input) === 'no') return 'given-up';
    if (wish === null) return null;
    // Stopping is what was asked about: which job, or whether it is that.
    const stops = wish === 'stop' && (question.task_type === 'cancel' || question.options.includes('cancel'));
    return stops ? { ...PLAINLY, task_type: 'cancel', given: question.params } : 'given-up';
  }
  const { task_type, param, params } = question;
  if (task_type === null || param === null) return null;
  const schema = schemaOf(catalog, projects, task_type, param);
  if (schema === null) return null;
  const placed = placedOption(input, question.options);
  if (placed !== null) return { ...PLAINLY, task_type, given: { ...params, [param]: coerce(placed, schema) } };
  const pkg = packageOf(catalog, task_type);
  const { [param]: _asked, ...others } = pkg?.params_schema?.properties ?? {};
  const said = valueSaid(input, { param, schema, others });
  const value = said?.value ?? (input.length <= VALUE_CHARS ? input : null);
  if (value === null) return null;
  const { confidence } = routed.steps.at(-1)?.decision ?? { confidence: 0 };
  if (wish !== null && said?.alone !== true) return 'given-up';
  const heard = { input, task_type, schema, said, elsewhere, confidence };
  if (said?.alone !== true && !fits(heard, catalog, actions.routes)) return null;
  const besides = said === null ? {} : saidOf(others, input.replace(said.value, ' '));
  return { ...PLAINLY, task_type, given: { ...params, ...besides, [param]: coerce(value, schema) } };
}

const PLAINLY = { meant: [], also: [] } as const;

/** The one option that is meant by its place. */
function placedOption(input: string, options: readonly string[]): string | null {
  const [place, ...others] = placesNamed(input, { count: options.length, numbers: 'values' }) ?? [];
  return place === undefined || others.length > 0 ? null : (options[place] ?? null);
}

/** An input, the parameter it may be the value of, and where else it was routed, how surely. */
interface Heard {
  readonly input: string;
  readonly task_type: string;
  readonly schema: ParamSchema;
  readonly said: ValueSaid | null;
  readonly elsewhere: string | null;
  readonly confidence: number;
}

/** Whether the input, with words beside the value or with another value than was wanted, is not rather a request of its own. */
function fits(
  { input, task_type, schema, said, elsewhere, confidence }: Heard,
  catalog: Catalog,
  routes: Pick<RouteScorer, 'score' | 'confidence'>,
): boolean {
  if (elsewhere === null) return true;
  if (said !== null && !asks(said.beside, routes)) return true;
  // A skill is reached by way of the open-ended type.
  const here = catalog.types.has(task_type) ? task_type : 'executor';
  if (elsewhere === here && said !== null) return true;
  const isAny =
    schema.enum === undefined && schema['x-extract'] === undefined && (schema.type ?? 'string') === 'string';
  // Of the type that asks: the value, unless it is asked for once more in the words that it gives as examples.
  if (elsewhere === here && isAny) return !isExample(input, packageOf(catalog, task_type));
  // A single word is no open-ended work, nor is a text that holds the value, unless it surely is one.
  if (elsewhere === 'executor' && (isAny ? !/\s/.test(input.trim()) : isWord(input))) return true;
  if (elsewhere === 'executor' && said !== null) return confidence < SURELY_A_REQUEST;
  if (!isAny || isExample(input, catalog.types.get(elsewhere) ?? null)) return false;
  return confidence < (isWord(input) ? SURELY_A_REQUEST_IN_A_WORD : SURELY_A_REQUEST);
}

/** What the answer says of the package's other parameters: it is newer than what the request said of them. */
function saidOf(others: Readonly<Record<string, ParamSchema>>, rest: string): Record<string, unknown> {
  const pairs = keyValues(rest);
  const { values } = extractAll({ type: 'object', properties: others }, rest);
  return Object.fromEntries(
    Object.entries(others).flatMap(([name, schema]): [string, unknown][] => {
      const said = pairs.get(name) ?? values.get(name);
      return said === undefined ? [] : [[name, coerce(said, schema)]];
    }),
  );
}

/** A name alone, or a place in the list, or yes to the only one, is an answer; with more words around it only where they do not ask for something else. */
function choice(
  { input, elsewhere, wish }: { input: string; elsewhere: string | null; wish: ReturnType<typeof wishToLeave> },
  { options, task_type, params }: PendingQuestion,
  catalog: Catalog,
): Answer | null {
  const agreed = options.length === 1 && yesOrNo(input) === 'yes';
  const places = agreed ? [0] : (placesNamed(input, { count: options.length, numbers: 'places' }) ?? []);
  const placed = places.flatMap((place) => options[place] ?? []);
  const [first, ...also] = placed;
  if (first !== undefined) {
    // Several jobs are stopped together; several pieces of work are started one after another.
    return task_type !== null
      ? { task_type, given: params, meant: placed, also: [] }
      : { task_type: first, given: params, meant: [first], also: also.map((chosen) => ({ chosen })) };
  }
  const named = options.filter((option) => mentions(input, option));
  if (task_type !== null) {
    // One of several jobs, by its id or its type; which of a type is asked again.
    const isMeant = named.length > 0 ? elsewhere === null || elsewhere === task_type : catalog.types.has(input.trim());
    const isBare = named.length > 0 && isOnly(input, ...named);
    return isMeant || isBare ? { ...PLAINLY, task_type, given: params } : null;
  }
  const [chosen, ...others] = longestOf(named);
  if (chosen === undefined || others.length > 0) return null;
  // “Kill that nap” names what is offered, and is no wish to have it.
  const against = wish === 'stop' && chosen !== 'cancel';
  const fits = isOnly(input, chosen) || (!against && (elsewhere === null || elsewhere === chosen));
  return fits ? { ...PLAINLY, task_type: chosen, given: params } : null;
}

/** The parameter's schema; the project itself is asked for by name. */
function schemaOf(
  catalog: Catalog,
  projects: Readonly<Record<string, Project>>,
  task_type: string,
  param: string,
): ParamSchema | null {
  const declared = ownValue(packageOf(catalog, task_type)?.params_schema?.properties ?? {}, param);
  if (declared !== undefined) return declared;
  return param === PROJECT ? { enum: Object.keys(projects) } : null;
}
