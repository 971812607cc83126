import { ProductError } from '../errors/product-error.js';
import { canonicalJson } from '../protocol/canonical-json.js';
import { withParams } from '../store/earlier-jobs.js';
import { findJob, type StoredJob } from '../store/jobs.js';
import type { Tx } from '../store/tx.js';

/** Jobs inside each other, the innermost included. What work needs is two or three; a loop needs any number. */
const MOST_NESTED = 4;

/** What is to be started, as far as it tells a job that starts itself. */
export interface Nested {
  readonly package: string;
  /** A project's name, as a job's row has it. */
  readonly target: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly content: string;
}

/** A job asked for itself, or for so many inside each other that it looks like a loop. Nothing was started. */
export class JobNestedError extends ProductError {
  override readonly code = 'JOB_NESTED';

  constructor(type: string, problem: { readonly same: string } | { readonly depth: number }) {
    super(
      'same' in problem
        ? {
            en: `${type} was not started: this is asked for from inside ${problem.same}, which is that very work with the same parameters, so it would start itself without end. Ask for something else in the workflow, or with other parameters.`,
            zh: `没有启动 ${type}：这个请求来自任务 ${problem.same} 内部，而它做的就是同一件事、参数也相同，会无止境地启动自己。请让工作流请求别的内容，或换用其他参数。`,
          }
        : {
            en: `${type} was not started: it would be inside ${problem.depth} jobs that started one another, and at most ${MOST_NESTED} go inside each other. If that is no loop, start it from further out.`,
            zh: `没有启动 ${type}：它外面已有 ${problem.depth} 个逐层启动的任务，最多允许 ${MOST_NESTED} 层。如果这不是循环，请在更外层启动它。`,
          },
    );
  }
}

/**
 * The jobs that the process runs inside of, nearest first; `parent_run_id` null: none. Throws JobNestedError where one of them does the same
 * already, wherever its Environment, or where there are as many as may be.
 */
export async function checkAncestors(tx: Tx, parent_run_id: string | null, asked: Nested): Promise<void> {
  const params = canonicalJson(asked.params);
  let next = parent_run_id;
  let depth = 0;
  while (next !== null) {
    const job: StoredJob | null = await findJob(tx, next);
    // One of another database, or one that was deleted: nobody knows what is beyond it.
    if (job === null) return;
    depth += 1;
    if (await doesTheSame(tx, job, asked, params)) throw new JobNestedError(asked.package, { same: job.run_id });
    if (depth >= MOST_NESTED) throw new JobNestedError(asked.package, { depth });
    next = job.parent_run_id;
  }
}

async function doesTheSame(tx: Tx, job: StoredJob, asked: Nested, params: string): Promise<boolean> {
  if (job.package !== asked.package || job.target !== asked.target) return false;
  const before = await withParams(tx, job);
  if (canonicalJson(before.params ?? {}) !== params) return false;
  // What an agent is to do is said by the request and not by parameters.
  return job.kind !== 'agent' || before.content === asked.content;
}
