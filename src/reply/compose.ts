import type { Language } from '../environment/language.js';
import type { MainFact, ReplyFacts } from './facts.js';
import { type Words, wordsOf } from './words.js';

/**
 * The reply to one round, from facts alone, at no tokens. What was completed meanwhile comes first when the user asked
 * for status, and after the answer otherwise.
 */
export function composeReply(facts: ReplyFacts, language: Language): string {
  const words = wordsOf(language);
  const notices = [
    ...(facts.interrupted.length > 0 ? [words.interrupted(facts.interrupted)] : []),
    ...(facts.superseded_question === null ? [] : [words.superseded(facts.superseded_question)]),
  ];
  const completed = facts.completed.map((fact) => words.completed(fact));
  const answer = facts.main === null ? [] : [answerTo(facts.main, facts.completed.length > 0, words)];
  const parts = facts.main?.kind === 'status' ? [...completed, ...answer] : [...answer, ...completed];
  return [...notices, ...parts].filter((part) => part !== '').join('\n\n');
}

function answerTo(main: MainFact, hasCompletions: boolean, words: Words): string {
  switch (main.kind) {
    case 'dispatched':
      return words.dispatched(main);
    case 'joined':
      return words.joined(main.task_type, main.run_id, main.since);
    case 'status': {
      const lines = main.jobs.map((job) => words.jobLine(job));
      if (lines.length === 0) {
        if (hasCompletions) lines.push(words.nothingRuns());
        else lines.push([words.nothingRuns(), main.last === null ? '' : words.lastTask(main.last)].join('\n').trim());
      }
      if (main.question !== null) lines.push(words.waitingFor(main.question));
      return lines.join('\n');
    }
    case 'unknown_run':
      return words.unknownRun(main.run_id);
    case 'cancelled':
      return main.jobs.map((job) => words.cancelled(job)).join('\n');
    case 'nothing_to_cancel':
      return words.nothingToCancel();
    case 'question':
      return main.question;
    case 'model_required':
      return words.modelRequired(main.task_types);
    case 'failed':
      return words.failed(main.task_type, main.reason, main.detail);
  }
}
