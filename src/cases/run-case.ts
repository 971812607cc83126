import { randomBytes } from 'node:crypto';
import { ProductError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import type { JobEvent } from '../jobs/follow.js';
import type { RoundResult } from '../rounds/result.js';
import { withCompletion } from '../rounds/result.js';
import type { Watched } from '../rounds/watch.js';
import type { Case, Expectation } from './case-file.js';

/** What a case needs of the app. */
export interface Player {
  run(request: { input: string; environment: string; case_id: string; signal: AbortSignal }): Promise<RoundResult>;
  watch(
    run_id: string,
    options: { environment: string; onEvent: (event: JobEvent) => void; signal: AbortSignal },
  ): Promise<Watched | null>;
}

export interface TurnReport {
  readonly user_input: string;
  readonly result: RoundResult;
  /** What was expected and did not come; empty: all of it came. */
  readonly misses: readonly Said[];
}

export interface CaseReport {
  readonly case_id: string;
  readonly file: string;
  readonly environment: string;
  /** `interrupted`: the user stopped it before it was decided. */
  readonly end: 'passed' | 'failed' | 'interrupted';
  readonly turns: readonly TurnReport[];
  /** What ended it before its turns could; null where nothing did. */
  readonly error: ProductError | null;
  /** The job that goes on after an interruption. */
  readonly goes_on: string | null;
  readonly total_tokens: number | null;
  readonly ms: number;
}

/**
 * Plays a case in an Environment of its own, waiting for each job it starts. Stops at the first turn that misses its expectation or cannot be
 * played; neither is thrown.
 */
export async function runCase(
  player: Player,
  { case_id, file, turns }: Case,
  { onEvent, signal }: { onEvent: (event: JobEvent) => void; signal: AbortSignal },
): Promise<CaseReport> {
  const started = performance.now();
  const environment = `case-${randomBytes(5).toString('hex')}`;
  const reports: TurnReport[] = [];
  const ended = (end: CaseReport['end'], how: Partial<Pick<CaseReport, 'error' | 'goes_on'>> = {}): CaseReport => ({
    case_id,
    file,
    environment,
    end,
    turns: reports,
    error: null,
    goes_on: null,
    ...how,
    total_tokens: tokensOf(reports),
    ms: Math.round(performance.now() - started),
  });
  try {
    for (const { user_input, expect } of turns) {
      if (signal.aborted) return ended('interrupted');
      const first = await player.run({ input: user_input, environment, case_id, signal });
      const runs = first.task_status === 'running' ? first.run_id : null;
      const watched = runs === null ? null : await player.watch(runs, { environment, onEvent, signal });
      if (watched === null && signal.aborted) {
        reports.push({ user_input, result: first, misses: [] });
        return ended('interrupted', { goes_on: runs });
      }
      const result = watched === null ? first : withCompletion(first, watched.completion, watched.collected);
      const misses = expect === null ? [] : missesOf(expect, result);
      reports.push({ user_input, result, misses });
      if (misses.length > 0) return ended('failed');
    }
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return signal.aborted ? ended('interrupted', { error }) : ended('failed', { error });
  }
  return ended('passed');
}

function tokensOf(turns: readonly TurnReport[]): number | null {
  const each = turns.map(({ result }) => result.token_usage.total_tokens);
  return each.includes(null) ? null : each.reduce((sum: number, tokens) => sum + (tokens ?? 0), 0);
}

/** What the result lacks of what was expected, one sentence each. */
export function missesOf(expect: Expectation, result: RoundResult): Said[] {
  const misses: Said[] = [];
  for (const key of ['task_type', 'task_status', 'verdict'] as const) {
    const wanted = expect[key];
    const is = result[key];
    if (wanted === undefined || is === wanted) continue;
    misses.push({ en: `${key} is ${is}, expected ${wanted}`, zh: `${key} 是 ${is}，期望 ${wanted}` });
  }
  const said = `${result.reply}\n${result.task_result}`;
  for (const text of [expect.reply_contains ?? []].flat()) {
    if (said.includes(text)) continue;
    const wanted = JSON.stringify(text);
    misses.push({ en: `the reply does not contain ${wanted}`, zh: `回复中没有 ${wanted}` });
  }
  return misses;
}
