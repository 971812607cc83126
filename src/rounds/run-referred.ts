import type { Controller } from '../controller/assemble.js';
import { mentions } from '../controller/parameters/mentions.js';
import { asksForFailed, runMeant } from '../controller/parameters/run-meant.js';
import { userTask } from '../controller/user-task.js';
import { inBoth } from '../errors/said.js';
import { wordsOf } from '../reply/words.js';
import { isRunnable } from '../skills/is-runnable.js';
import { packagesRun } from '../store/earlier-jobs.js';
import type { Decided } from './decide.js';
import type { House, Turn } from './house.js';
import { clearlyOf } from './jobs-meant.js';
import type { Asked } from './question.js';

/** More kinds of work than that are not offered. */
const MOST_TYPES = 8;

/**
 * The type of the run that a request refers to by its order or by that it failed, where its words say no other: what runs now is no answer to “run the
 * first one again”. A question where runs of several types could be meant; null where nothing is referred to so, or its own words name the type.
 */
export async function runReferred(
  house: House,
  turn: Turn,
  controller: Controller,
  { facts }: Decided,
): Promise<{ readonly task_type: string } | { readonly asked: Asked } | null> {
  const { input, environment_id } = turn;
  const { catalog, actions } = controller;
  const place = runMeant(input);
  const failed = asksForFailed(input);
  // The last run is what doing it again means in any case.
  if (!failed && (place === null || (place.from === 'last' && place.steps === 0))) return null;
  const ran = (await house.store.read((tx) => packagesRun(tx, environment_id, MOST_TYPES))).filter((type) => {
    const pkg = catalog.types.get(type);
    return pkg !== undefined && isRunnable(pkg);
  });
  const named = ran.filter((type) => mentions(input, type));
  const type = named.length === 1 ? named[0] : clearlyOf(new Set(ran), input, actions.routes);
  if (type !== undefined && type !== null) return { task_type: type };
  const [only, ...others] = failed ? ran.filter((one) => one === facts.previous_failed?.record.task.type) : ran;
  if (only === undefined) return null;
  if (others.length === 0) return { task_type: only };
  return {
    asked: {
      kind: 'choice',
      param: null,
      options: ran,
      said: inBoth((language) => wordsOf(language).whichRunAgain(ran)),
      task_type: null,
      task_content: userTask(input),
      params: {},
      user_input: input,
    },
  };
}
