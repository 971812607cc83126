import type { Language } from '../environment/language.js';
import type { AlsoAsked, CarriedFact } from '../environment/types.js';
import type {
  CancelledFact,
  ComparedFact,
  CompletedFact,
  DispatchedFact,
  JobLine,
  JoinedFact,
  LastFact,
  LeftBehind,
  NearSkillFact,
  ProgressFact,
  RunningSkillFact,
  SkillFact,
} from './facts.js';
import { EN } from './words-en.js';
import { ZH } from './words-zh.js';

/** Every sentence the product says in a reply, once per language. */
export interface Words {
  dispatched(fact: DispatchedFact): string;
  joined(fact: JoinedFact): string;
  /** What is said of a job besides that it runs: values that the request did not say, requests that were not started. */
  besides(carried: readonly CarriedFact[], alsoAsked: readonly AlsoAsked[]): string;
  jobLine(line: JobLine): string;
  nothingRuns(): string;
  waitingFor(question: string): string;
  lastTask(last: LastFact): string;
  /** Under a result: how it differs from the one before. */
  compared(compared: ComparedFact): string;
  /** That there is no earlier run of the kind that was asked for. */
  noneToCompare(): string;
  /** Under a text of which so many lines are not quoted. */
  linesLeftOut(lines: number): string;
  unknownRun(runId: string): string;
  neverRun(taskType: string): string;
  cancelled(fact: CancelledFact): string;
  nothingToCancel(): string;
  /** Requests of the same sentence that were not started, a line each. */
  alsoAsked(others: readonly AlsoAsked[]): string[];
  /** Said before the jobs that run on, if any. */
  requestDropped(): string;
  /** Whether the one job that runs is to be stopped. */
  confirmCancel(line: string): string;
  whichToCancel(lines: readonly string[]): string;
  modelRequired(taskTypes: readonly string[], nearest: readonly NearSkillFact[]): string;
  skillAnswer(fact: SkillFact): string;
  runningSkill(fact: RunningSkillFact): string;
  notInstalled(taskType: string, round: number, taskTypes: readonly string[]): string;
  failed(taskType: string, reason: string, detail: string): string;
  completed(fact: CompletedFact): string;
  interrupted(rounds: readonly number[], left: LeftBehind): string;
  superseded(question: string): string;
  missingParameter(name: string, description: string, options: readonly string[], taskType: string): string;
  unknownProject(name: string, projects: readonly string[], taskType: string): string;
  invalidParameter(
    name: string,
    problem: string,
    options: readonly string[],
    taskType: string,
    setIn: string | null,
  ): string;
  /** Which of these types an earlier run is meant of. */
  whichRunAgain(taskTypes: readonly string[]): string;
  /** That there has been no such run of a type. */
  noSuchRun(taskType: string): string;
  whichTask(options: readonly { taskType: string; description: string }[]): string;
  /** The same in short, to who said yes and not to which. */
  whichOf(options: readonly string[]): string;
  interruptedTask(): string;
  /** Of a skill that a round waited for. */
  interruptedSkill(): string;
  progress(progress: ProgressFact): string;
  duration(ms: number): string;
  /** How long something will still take. */
  left(duration: string): string;
}

export function wordsOf(language: Language): Words {
  return language === 'zh' ? ZH : EN;
}
