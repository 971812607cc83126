import type { Language } from '../environment/language.js';
import type { CompletedFact, InterruptedFact, LastFact, MainFact, ReplyFacts, StatusFact } from './facts.js';
import { firstLines } from './first-lines.js';
import { type Words, wordsOf } from './words.js';

/**
 * The reply to one round, from facts alone, at no tokens. What was completed meanwhile comes first when the user asked for status, and
 * after the answer otherwise. No job is told of twice: its completion stands for everything else.
 */
export function composeReply(facts: ReplyFacts, language: Language): string {
  const { main, interrupted, superseded_question } = facts;
  const words = wordsOf(language);
  const notices = [
    ...interruptions(interrupted, words),
    ...(superseded_question === null ? [] : [words.superseded(firstLine(superseded_question))]),
  ];
  const told = facts.completed.filter((fact) => !isStopTold(fact, main));
  const completed = told.map((fact) => words.completed(fact));
  const answer = main === null ? [] : [answerTo(main, new Set(told.map(({ run_id }) => run_id)), words)];
  const parts = main?.kind === 'status' ? [...completed, ...answer] : [...answer, ...completed];
  return [...notices, ...parts].filter((part) => part !== '').join('\n\n');
}

/** One sentence for all rounds that left the same behind. */
function interruptions(interrupted: readonly InterruptedFact[], words: Words): string[] {
  const kinds = [...new Set(interrupted.map(({ left }) => left))];
  return kinds.map((kind) => {
    const rounds = interrupted.filter(({ left }) => left === kind).map(({ round_id }) => round_id);
    return words.interrupted(rounds, kind);
  });
}

/** Without the colon that led to the lines below it. */
function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/[:：]$/u, '');
}

/** That a job was stopped is what the answer to "stop it" says. */
function isStopTold({ run_id, status }: CompletedFact, main: MainFact | null): boolean {
  if (main?.kind !== 'cancelled' || status !== 'cancelled') return false;
  return main.jobs.some((job) => job.run_id === run_id && job.was_live);
}

function answerTo(main: MainFact, completed: ReadonlySet<string>, words: Words): string {
  switch (main.kind) {
    case 'dispatched':
      return completed.has(main.run_id) ? words.besides(main.carried, main.also_asked) : words.dispatched(main);
    case 'joined':
      return completed.has(main.run_id) ? words.besides([], main.also_asked) : words.joined(main);
    case 'status':
      return statusAnswer(main, completed, words);
    case 'unknown_run':
      return words.unknownRun(main.run_id);
    case 'cancelled':
      return [...main.jobs.map((job) => words.cancelled(job)), ...words.alsoAsked(main.also_asked)].join('\n');
    case 'nothing_to_cancel':
      return [words.nothingToCancel(), ...words.alsoAsked(main.also_asked)].join('\n');
    case 'request_dropped':
      return [
        words.requestDropped(),
        ...main.jobs.map((job) => words.jobLine(job)),
        ...words.alsoAsked(main.also_asked),
      ].join('\n');
    case 'question':
      return main.question;
    case 'model_required':
      return words.modelRequired(main.task_types, main.nearest);
    case 'not_installed':
      return words.notInstalled(main.task_type, main.round_id, main.task_types);
    case 'skill':
      return words.skillAnswer(main);
    case 'failed':
      return words.failed(main.task_type, main.reason, main.detail);
  }
}

function statusAnswer(
  { asked, jobs, skills, ended, unknown, never_run, question }: StatusFact,
  completed: ReadonlySet<string>,
  words: Words,
): string {
  const running = jobs.filter(({ run_id }) => !completed.has(run_id));
  const past = ended.filter(({ run_id }) => !completed.has(run_id));
  // What has just been told above is not told again, but how it differs from the one before is.
  const fresh = ended.filter(({ run_id }) => completed.has(run_id));
  return [
    ...never_run.map((taskType) => words.neverRun(taskType)),
    ...fresh.flatMap(({ compared }) => comparison(compared, words)),
    ...running.map((job) => words.jobLine(job)),
    ...skills.map((skill) => words.runningSkill(skill)),
    ...(asked === 'everything' && running.length === 0 && skills.length === 0 ? [words.nothingRuns()] : []),
    // What has just been told is the newest there is.
    ...(asked === 'everything' && completed.size > 0 ? [] : past).map((fact) =>
      [
        words.lastTask({ ...fact, result: firstLines(fact.result, words.linesLeftOut) }),
        ...comparison(fact.compared, words),
      ].join('\n'),
    ),
    ...unknown.map((run_id) => words.unknownRun(run_id)),
    ...(question === null ? [] : [words.waitingFor(question)]),
  ].join('\n');
}

function comparison(compared: LastFact['compared'], words: Words): string[] {
  if (compared === null) return [];
  return [compared === 'none' ? words.noneToCompare() : words.compared(compared)];
}
