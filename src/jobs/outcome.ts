import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../environment/language.js';
import type { TaskStatus } from '../environment/types.js';
import { type ExcerptOptions, excerptFile } from '../processes/output/excerpt.js';
import { readInput } from './command.js';
import { type Decision, decide, type Fate } from './decide.js';
import { attemptDirectory, JOB_FILES, writeWhole } from './files.js';
import { lacksRoom } from './persist.js';
import { readResult } from './result-file.js';
import type { JobBench, JobRecord } from './room.js';
import { type JobStatus, jobStatus, taskStatusOf, type Verdict, verdictOf } from './status.js';

/** How a job ended, in words and data. */
export interface Outcome {
  job_status: JobStatus;
  task_status: TaskStatus;
  verdict: Verdict | null;
  /** Why it did not succeed; null when it did. */
  reason: string | null;
  /** The workflow's own words, else what its output says, bounded. */
  result: string;
  data: unknown;
}

/** outcome.json: an outcome, and what tells a late result from one that was there. */
export interface StoredOutcome extends Outcome {
  attempt: number;
  ended_at: string;
  /** Whether result.json was there when the attempt ended. */
  had_result: boolean;
}

/** What of an output goes into a result, a track and a reply. */
const EXCERPT: Omit<ExcerptOptions, 'query'> = { head_bytes: 800, tail_bytes: 1_600, hits_max: 6, hit_bytes: 240 };
/** A workflow's own words beyond this are cut; all of them are in result.json. */
const RESULT_CHARACTERS = 16_000;

/** Decides how an attempt ended. Reading happens here, once: who collects reads one small file. */
export async function concludeAttempt(
  bench: JobBench,
  row: JobRecord,
  fate: Fate,
  { query, language }: { readonly query: string; readonly language: Language },
): Promise<StoredOutcome> {
  const directory = attemptDirectory(bench.jobs_dir, row.run_id, row.attempt);
  const { had_result, ...decided } = await outcomeOf(directory, fate, { ...EXCERPT, query }, language);
  return { ...decided, attempt: row.attempt, ended_at: bench.now().toISOString(), had_result };
}

/** Puts an outcome beside the files it was read from. A folder that is gone needs none: the row still says how the job ended. */
export function writeOutcome(bench: Pick<JobBench, 'jobs_dir'>, row: JobRecord, outcome: StoredOutcome): void {
  const path = join(attemptDirectory(bench.jobs_dir, row.run_id, row.attempt), JOB_FILES.outcome);
  const text = `${JSON.stringify(outcome)}\n`;
  try {
    writeWhole(path, text);
  } catch (error) {
    if (lacksRoom(error)) throw error;
  }
}

/** How something ended whose files lie in a folder: what it says of its result, its output, and what became of the process. */
export async function outcomeOf(
  directory: string,
  fate: Fate,
  excerpt: ExcerptOptions,
  language: Language,
): Promise<Outcome & { had_result: boolean }> {
  const { claim, text, data } = await readResult(directory);
  const decision = decide(fate, claim);
  const { job_status, task_status, verdict, reason } = decision;
  const result = await words(directory, fate, decision, text, { excerpt, language });
  return { job_status, task_status, verdict, reason, result, data, had_result: claim.kind !== 'none' };
}

/** How an ended job ended. The row decides; the folder, if it is still there, has the words. */
export async function readOutcome(bench: Pick<JobBench, 'jobs_dir'>, row: JobRecord): Promise<Outcome> {
  const job_status = jobStatus(row.status);
  const verdict = verdictOf(row.verdict);
  const decided = { job_status, task_status: taskStatusOf(job_status, verdict), verdict, reason: row.reason };
  const stored = await readStoredOutcome(attemptDirectory(bench.jobs_dir, row.run_id, row.attempt));
  const fits = stored !== null && stored.attempt === row.attempt && stored.job_status === job_status;
  if (fits) return { ...decided, result: stored.result, data: stored.data };
  const language = readInput(bench.jobs_dir, row.run_id)?.language ?? 'en';
  const end = { code: row.exit_code, signal: row.signal, language };
  return { ...decided, result: headline(decided.reason, job_status, end), data: null };
}

export async function readStoredOutcome(directory: string): Promise<StoredOutcome | null> {
  try {
    return JSON.parse(await readFile(join(directory, JOB_FILES.outcome), 'utf8')) as StoredOutcome;
  } catch {
    return null;
  }
}

async function words(
  directory: string,
  fate: Fate,
  decision: Decision,
  text: string,
  { excerpt, language }: { readonly excerpt: ExcerptOptions; readonly language: Language },
): Promise<string> {
  const { code, signal } = fate.kind === 'exited' ? fate : { code: null, signal: null };
  const head = headline(decision.reason, decision.job_status, { code, signal, language });
  // A workflow that says itself why it could not do its work has chosen what of its output matters.
  const said = text !== '' && decision.reason === 'workflow_error';
  const failed = decision.reason !== null && decision.reason !== 'verdict_failed' && !said;
  const parts: string[] = [];
  // What kept it from starting is the only line of its output, and says it better.
  const isTold = decision.reason === 'launch_failed';
  if ((failed || text === '') && !isTold) parts.push(head);
  if (decision.note !== null) parts.push(`(${decision.note})`);
  if (text !== '') parts.push(cutText(text, join(directory, JOB_FILES.result)));
  if (text === '' || failed) parts.push(...(await output(directory, excerpt, failed)));
  const result = parts.filter((part) => part !== '').join('\n');
  return result === '' ? head : result;
}

/** stdout; where something went wrong, stderr too. */
async function output(directory: string, excerpt: ExcerptOptions, failed: boolean): Promise<string[]> {
  const names = failed ? [JOB_FILES.stderr, JOB_FILES.stdout] : [JOB_FILES.stdout];
  const texts: string[] = [];
  for (const name of names) {
    try {
      const { text } = await excerptFile(join(directory, name), excerpt);
      texts.push(text);
    } catch {
      // Gone with its folder, or replaced by something that cannot be read.
    }
  }
  return texts;
}

interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly language: Language;
}

/** One line: what became of it, in the language of the request that started it. */
function headline(reason: string | null, status: JobStatus, { code, signal, language }: ProcessEnd): string {
  const isChinese = language === 'zh';
  if (reason === 'exit_code') return isChinese ? `退出码 ${code}` : `exit code ${code}`;
  if (reason === 'signal') return isChinese ? `被${signal ?? '信号'}终止` : `ended by ${signal ?? 'a signal'}`;
  if (status === 'succeeded') return '';
  return reason === null || reason === status ? status : `${status}: ${reason}`;
}

function cutText(text: string, path: string): string {
  if (text.length <= RESULT_CHARACTERS) return text;
  const half = RESULT_CHARACTERS / 2;
  const omitted = text.length - 2 * half;
  return `${text.slice(0, half)}\n[… ${omitted} characters left out; all of it: ${path} …]\n${text.slice(-half)}`;
}
