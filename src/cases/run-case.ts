import { randomBytes } from 'node:crypto';
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
  readonly ok: boolean;
  readonly turns: readonly TurnReport[];
  readonly total_tokens: number | null;
  readonly ms: number;
}

/** Plays a case in an Environment of its own, waiting for each job it starts. Stops at the first turn that misses its expectation. */
export async function runCase(
  player: Player,
  { case_id, file, turns }: Case,
  { onEvent, signal }: { onEvent: (event: JobEvent) => void; signal: AbortSignal },
): Promise<CaseReport> {
  const started = performance.now();
  const environment = `case-${randomBytes(5).toString('hex')}`;
  const reports: TurnReport[] = [];
  for (const { user_input, expect } of turns) {
    const first = await player.run({ input: user_input, environment, case_id, signal });
    const result = await settled(player, first, environment, onEvent, signal);
    const misses = expect === null ? [] : missesOf(expect, result);
    reports.push({ user_input, result, misses });
    if (misses.length > 0 || signal.aborted) break;
  }
  const tokens = reports.map(({ result }) => result.token_usage.total_tokens);
  return {
    case_id,
    file,
    environment,
    ok: !signal.aborted && reports.every(({ misses }) => misses.length === 0),
    turns: reports,
    total_tokens: tokens.includes(null) ? null : tokens.reduce((sum: number, each) => sum + (each ?? 0), 0),
    ms: Math.round(performance.now() - started),
  };
}

async function settled(
  player: Player,
  result: RoundResult,
  environment: string,
  onEvent: (event: JobEvent) => void,
  signal: AbortSignal,
): Promise<RoundResult> {
  if (result.run_id === null || result.task_status !== 'running') return result;
  const watched = await player.watch(result.run_id, { environment, onEvent, signal });
  return watched === null ? result : withCompletion(result, watched.completion, watched.collected);
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
