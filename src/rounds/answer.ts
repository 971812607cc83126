import type { Project } from '../config/config.js';
import type { Controller } from '../controller/assemble.js';
import { isCalled } from '../controller/by-name.js';
import { isExample } from '../controller/examples.js';
import { coerce } from '../controller/parameters/coerce.js';
import { mentions } from '../controller/parameters/mentions.js';
import { placesNamed } from '../controller/parameters/ordinals.js';
import { PROJECT } from '../controller/parameters/project.js';
import { yesOrNo } from '../controller/parameters/yes-or-no.js';
import type { RouteScorer } from '../controller/policy.js';
import { type Reading, readsLike } from '../controller/reads-like.js';
import type { Routed } from '../controller/route.js';
import { isWord } from '../environment/language.js';
import type { AlsoAsked, PendingQuestion } from '../environment/types.js';
import { ownValue } from '../skills/own-value.js';
import type { Catalog, Package } from '../skills/package.js';
import { packageOf } from '../skills/package-of.js';
import type { ParamSchema } from '../skills/params-schema.js';
import { validateParams } from '../skills/validate-params.js';
import { asks } from './asks.js';
import { isFreeText, isShort } from './free-text.js';
import { paramsSaid } from './params-said.js';
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

/** What an answer is heard against. */
export interface Hearing {
  readonly projects: Readonly<Record<string, Project>>;
  /** Whether the input asks for several things, likely or surely. */
  asksForSeveral(how: 'likely' | 'surely'): Promise<boolean>;
}

/** Longer inputs are requests, not values; unless any text may be one. */
const VALUE_CHARS = 200;
/** Where any text may be the value, a confidence below which what was routed elsewhere is taken for one. */
const SURELY_A_REQUEST = 0.9;
/** The same of a single word: nearly every value is one, and next to nothing tells the two apart. */
const SURELY_A_REQUEST_IN_A_WORD = 0.98;

/**
 * The input as an answer to the open question; `given-up` where it wishes that the request be left, `unclear` where it says yes to several options;
 * null where it is a request of its own. What is routed somewhere else is a request; a value that does not fit is an answer all the same: it is
 * asked for again, with what is wrong with it, unless it calls a type by its name.
 */
export async function answerOf(
  input: string,
  question: PendingQuestion,
  routed: Routed,
  { catalog, actions }: Pick<Controller, 'catalog' | 'actions'>,
  { projects, asksForSeveral }: Hearing,
): Promise<Answer | 'given-up' | 'unclear' | null> {
  const elsewhere = routed.kind === 'task' ? routed.action.task_type : null;
  const reading = readsLike(actions.routes.score(input));
  const reply = yesOrNo(input);
  if (question.kind === 'choice') {
    const chosen = choice({ input, elsewhere, reading }, question, catalog);
    if (chosen !== null) return chosen;
    if (reply === 'yes') return 'unclear';
    if (reply !== null) return 'given-up';
    if (reading !== 'stop' && reading !== 'leave') return null;
    // Stopping is what was asked about: which job, or whether it is that.
    const stops = reading === 'stop' && (question.task_type === 'cancel' || question.options.includes('cancel'));
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
  if (said?.alone !== true && (reply === 'no' || reply === 'leave' || isWish(input, reading, schema)))
    return 'given-up';
  const { confidence } = routed.steps.at(-1)?.decision ?? { confidence: 0 };
  const heard = { input, task_type, schema, said, reading, elsewhere, confidence };
  if (said?.alone !== true && !fits(heard, catalog, actions.routes)) return null;
  if (
    said === null &&
    mayBeSeveral(input, schema) &&
    (await asksForSeveral(isFreeText(schema) ? 'surely' : 'likely'))
  ) {
    return null;
  }
  const value = said?.value ?? input;
  const named = said?.alone !== true && elsewhere !== null && isCalled(input, elsewhere);
  if (named && !(await isAccepted(coerce(value, schema), param, pkg))) return null;
  // It is newer than what the request said of the others.
  const besides = said === null ? {} : paramsSaid(others, input.replace(said.value, ' '));
  return { ...PLAINLY, task_type, given: { ...params, ...besides, [param]: coerce(value, schema) } };
}

/** A single word is one thing, and a text that has several lines was written to be passed on. */
function mayBeSeveral(input: string, schema: ParamSchema): boolean {
  return !isWord(input) && !(isFreeText(schema) && input.includes('\n'));
}

/** Whether the package's schema has nothing against a value of one of its parameters. */
async function isAccepted(value: unknown, param: string, pkg: Package | null): Promise<boolean> {
  const found = pkg?.params_schema ? await validateParams(pkg.params_schema, { [param]: value }) : [];
  return !found.some((problem) => problem.param === param);
}

/** Whether the words wish that the request be left. A text may be wanted that holds such words: it says more than they do. */
function isWish(input: string, reading: Reading | null, schema: ParamSchema): boolean {
  return (reading === 'stop' || reading === 'leave') && (!isFreeText(schema) || isShort(input));
}

const PLAINLY = { meant: [], also: [] } as const;

/** The one option that is meant by its place; of several (“both”) the words themselves, which are no value: they are asked about. */
function placedOption(input: string, options: readonly string[]): string | null {
  const [place, ...others] = placesNamed(input, { count: options.length, numbers: 'values' }) ?? [];
  if (place === undefined) return null;
  return others.length > 0 ? input : (options[place] ?? null);
}

/** An input, the parameter it may be the value of, and where else it was routed, how surely. */
interface Heard {
  readonly input: string;
  readonly task_type: string;
  readonly schema: ParamSchema;
  readonly said: ValueSaid | null;
  readonly reading: Reading | null;
  readonly elsewhere: string | null;
  readonly confidence: number;
}

/** Whether the input, with words beside the value or with another value than was wanted, is not rather a request of its own. */
function fits(heard: Heard, catalog: Catalog, routes: Pick<RouteScorer, 'score' | 'confidence'>): boolean {
  const { input, task_type, schema, said, elsewhere, confidence } = heard;
  if (isFreeText(schema) && said === null) return isText(heard, catalog);
  if (said === null && input.length > VALUE_CHARS) return false;
  if (elsewhere === null) return true;
  if (said !== null && !asks(said.beside, routes)) return true;
  if (elsewhere === typeHere(task_type, catalog) && said !== null) return true;
  // A single word is no open-ended work, nor is a text that holds the value, unless it surely is one.
  return elsewhere === 'executor' && (isWord(input) || (said !== null && confidence < SURELY_A_REQUEST));
}

/** Whether an input is the text that is asked for, where any may be it, and not rather a request. */
function isText({ input, task_type, reading, elsewhere, confidence }: Heard, catalog: Catalog): boolean {
  if (elsewhere === null) return true;
  // What reads like no question how things are was not routed there by its words.
  if (elsewhere === 'status' && (reading !== 'status' || isShort(input))) return reading !== 'status';
  // Of the type that asks: the value, unless it is asked for once more in the words that it gives as examples.
  if (elsewhere === typeHere(task_type, catalog)) return !isExample(input, packageOf(catalog, task_type));
  // A single word is no open-ended work, and what has several lines was written to be passed on.
  if (elsewhere === 'executor' && (!/\s/.test(input.trim()) || input.length > VALUE_CHARS)) return true;
  if (isExample(input, catalog.types.get(elsewhere) ?? null)) return false;
  if (input.includes('\n')) return true;
  return confidence < (isWord(input) ? SURELY_A_REQUEST_IN_A_WORD : SURELY_A_REQUEST);
}

/** A skill is reached by way of the open-ended type. */
function typeHere(task_type: string, catalog: Catalog): string {
  return catalog.types.has(task_type) ? task_type : 'executor';
}

/** A name alone, or a place in the list, or yes to the only one, is an answer; with more words around it only where they do not ask for something else. */
function choice(
  { input, elsewhere, reading }: Pick<Heard, 'input' | 'elsewhere' | 'reading'>,
  { options, task_type, params, user_input, round_id }: PendingQuestion,
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
      : {
          task_type: first,
          given: params,
          meant: [first],
          also: also.map((chosen) => ({ chosen, request: user_input, round_id })),
        };
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
  const against = reading === 'stop' && chosen !== 'cancel';
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
