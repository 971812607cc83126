import type { Routed } from '../controller/route.js';
import type { Collected } from '../jobs/collect.js';
import { tend } from '../jobs/tend.js';
import { canonicalJson } from '../protocol/canonical-json.js';
import { act } from './act.js';
import { close } from './close.js';
import { collect } from './collect.js';
import { type Decided, decide } from './decide.js';
import { diagnose } from './diagnose.js';
import { giveUp } from './give-up.js';
import type { House, MadeDecision, RoundRequest, Turn } from './house.js';
import { open } from './open.js';
import type { StepOutcome } from './outcome.js';

export interface FinishedRound {
  readonly turn: Turn;
  readonly outcome: StepOutcome;
  readonly decision: MadeDecision;
  readonly reply: string;
  readonly collected: readonly Collected[];
  readonly told: readonly string[];
}

/** One round: open → collect → route → act → (diagnose → route) → close. Every step is stored before the next one starts. */
export async function runRound(house: House, request: RoundRequest, run_dir: string): Promise<FinishedRound> {
  await tend(house.jobs);
  const turn = await open(house, request, run_dir);
  try {
    const collected = await collect(house, turn);
    const controller = await house.controller();
    let decided = await decide(house, turn, controller, 0);
    let made = decided.made.length;
    let retries = 0;
    let outcome = await act(house, turn, controller, decided);
    while (mayRouteAgain(house, outcome, retries)) {
      await diagnose(house, turn, outcome);
      const before = decided;
      retries += 1;
      decided = await decide(house, turn, controller, made);
      if (sameEnd(before.routed, decided.routed)) break;
      made += decided.made.length;
      outcome = await act(house, turn, controller, decided);
    }
    const closed = await close(house, turn, outcome);
    return { turn, outcome, decision: lastOf(decided), ...closed, collected: [...collected, ...closed.collected] };
  } catch (error) {
    await giveUp(house, turn, error);
    throw error;
  }
}

/** Only what failed before anything was started is routed again; nothing that may have had effects is replayed. */
function mayRouteAgain({ settings }: House, { task_status, retry }: StepOutcome, retries: number): boolean {
  return task_status === 'failed' && retry === 'route-again' && retries < settings.max_failed_retries;
}

/** Deciding the same again would fail the same again. */
function sameEnd(one: Routed, other: Routed): boolean {
  if (one.kind === 'task' && other.kind === 'task') return canonicalJson(one.action) === canonicalJson(other.action);
  return one.kind === 'refused' && other.kind === 'refused' && one.failure.message === other.failure.message;
}

function lastOf({ made }: Decided): MadeDecision {
  const last = made.at(-1);
  if (last === undefined) throw new TypeError('a route has at least one decision');
  return last;
}
