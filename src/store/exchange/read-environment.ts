import { MAX_INPUT_BYTES } from '../../environment/field-limits.js';
import { Fields } from './fields.js';
import { requireHarmless, requireSmall } from './harmless.js';
import { ImportError, MISSING } from './import-error.js';
import type { ImportedEnvironment, ImportedRound } from './imported.js';
import { readSummary } from './read-summary.js';
import { readTask } from './read-task.js';

/** More is no environment.json of anybody's: it holds unfolded rounds only. */
const MAX_ROUNDS = 100_000;
const MAX_TASKS_A_ROUND = 10_000;
const MAX_EVENTS_A_TASK = 100_000;

/** Checks a parsed environment.json. Throws ImportError naming the JSON path of what is wrong. */
export function readEnvironment(value: unknown, now: Date): ImportedEnvironment {
  requireHarmless(value, '');
  const fields = new Fields(value, '');
  const rounds = fields.list('rounds');
  if (!Object.hasOwn(value as object, 'rounds')) throw new ImportError('rounds', MISSING);
  requireAtMost(rounds, MAX_ROUNDS, 'rounds');
  const imported: ImportedEnvironment = {
    rounds: rounds.map((round, index) => checkedRound(round, `rounds[${index}]`, now)),
    cur_round: fields.id('cur_round', 0) ?? 0,
    updated_at: fields.time('updated_at'),
    summaries: fields
      .list('history_summaries')
      .map((summary, index) => readSummary(summary, `history_summaries[${index}]`, index + 1)),
    history_meta_summary: fields.text('history_meta_summary') ?? '',
    pending_question: readQuestion(fields),
    extra: fields.rest(),
  };
  requireDistinct(
    imported.rounds,
    ({ round_id }) => round_id,
    (index) => `rounds[${index}].round_id`,
  );
  requireDistinct(
    imported.summaries,
    ({ summary_id }) => summary_id,
    (index) => `history_summaries[${index}].summary_id`,
  );
  imported.rounds.sort((a, b) => a.round_id - b.round_id);
  return imported;
}

/** Checks one line of an archive. */
export function readRound(value: unknown, path: string, now: Date): ImportedRound {
  requireHarmless(value, path);
  return checkedRound(value, path, now);
}

function checkedRound(value: unknown, path: string, now: Date): ImportedRound {
  const fields = new Fields(value, path);
  const round_id = fields.id('round_id', 1);
  if (round_id === undefined) throw new ImportError(fields.at('round_id'), MISSING);
  const list = fields.list('tasks');
  requireAtMost(list, MAX_TASKS_A_ROUND, fields.at('tasks'));
  const tasks = list.map((task, index) => readTask(task, `${fields.at('tasks')}[${index}]`, index + 1, now));
  requireDistinct(
    tasks,
    ({ task_id }) => task_id,
    (index) => `${fields.at('tasks')}[${index}].task_id`,
  );
  tasks.forEach(({ track }, index) => {
    requireAtMost(track, MAX_EVENTS_A_TASK, `${fields.at('tasks')}[${index}].track`);
  });
  return {
    round_id,
    user_input: fields.textWithin('user_input', MAX_INPUT_BYTES) ?? '',
    reply: fields.text('reply') ?? '',
    started_at: fields.text('started_at') ?? '',
    finished_at: fields.text('finished_at') ?? '',
    tasks: tasks.sort((a, b) => a.task_id - b.task_id),
    extra: fields.rest(),
  };
}

/** Only a question of our own making is asked again; anything else of that name is kept as an unknown field. */
function readQuestion(fields: Fields): string | null {
  const question = fields.raw('pending_question');
  const keys = [
    'round_id',
    'task_id',
    'kind',
    'options',
    'question',
    'task_content',
    'params',
    'user_input',
    'asked_at',
  ];
  if (typeof question === 'object' && question !== null && keys.every((key) => Object.hasOwn(question, key))) {
    requireSmall(question, fields.at('pending_question'));
    return JSON.stringify(withReadable(question));
  }
  fields.unread('pending_question');
  return null;
}

/** What else was asked for, and what was carried over, is left out where it is not as we write it. */
function withReadable(question: object): object {
  const { also_asked, carried, ...rest } = question as { also_asked?: unknown; carried?: unknown };
  return {
    ...rest,
    ...(Array.isArray(also_asked) && also_asked.every(isAlsoAsked) ? { also_asked } : {}),
    ...(Array.isArray(carried) && carried.every(isCarried) ? { carried } : {}),
  };
}

function isCarried(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { name, value: held, round_id, was } = value as Readonly<Record<string, unknown>>;
  const isText = (text: unknown) => typeof text === 'string';
  return isText(name) && isText(held) && Number.isInteger(round_id) && (was === null || isText(was));
}

function isAlsoAsked(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, said]) => ['said', 'chosen'].includes(key) && typeof said === 'string');
}

function requireAtMost(list: readonly unknown[], most: number, path: string): void {
  const { length } = list;
  if (length > most) {
    throw new ImportError(path, {
      en: `${length} entries; at most ${most} are taken`,
      zh: `有 ${length} 项，最多 ${most} 项`,
    });
  }
}

function requireDistinct<T>(items: readonly T[], idOf: (item: T) => number, pathOf: (index: number) => string): void {
  const seen = new Map<number, number>();
  items.forEach((item, index) => {
    const id = idOf(item);
    const first = seen.get(id);
    if (first !== undefined) {
      const before = pathOf(first);
      throw new ImportError(pathOf(index), {
        en: `${id} was used before, at ${before}`,
        zh: `${id} 已在 ${before} 用过`,
      });
    }
    seen.set(id, index);
  });
}
