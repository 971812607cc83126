import type { Collected } from '../jobs/collect.js';
import { tend } from '../jobs/tend.js';
import { releaseLease } from '../store/lease.js';
import { act } from './act.js';
import { close } from './close.js';
import { collect } from './collect.js';
import { decide } from './decide.js';
import { diagnose } from './diagnose.js';
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
export async function runRound(house: House, request: RoundRequest): Promise<FinishedRound> {
  await tend(house.jobs);
  const turn = await open(house, request);
  try {
    const collected = await collect(house, turn);
    const controller = await house.controller();
    let step = 1;
    let decided = await decide(house, turn, controller, step);
    let outcome = await act(house, turn, controller, decided);
    while (mayRouteAgain(house, outcome, step)) {
      await diagnose(house, turn, outcome);
      const before = decided;
      step += 1;
      decided = await decide(house, turn, controller, step);
      if (sameAction(before.made, decided.made)) break;
      outcome = await act(house, turn, controller, decided);
    }
    const closed = await close(house, turn, outcome);
    return { turn, outcome, decision: decided.made, ...closed, collected: [...collected, ...closed.collected] };
  } catch (error) {
    await house.store.write((tx) => releaseLease(tx, turn.lease)).catch(() => undefined);
    throw error;
  }
}

/** Only what failed before anything was started is routed again; nothing that may have had effects is replayed. */
function mayRouteAgain({ settings }: House, { task_status, retry }: StepOutcome, step: number): boolean {
  return task_status === 'failed' && retry === 'route-again' && step <= settings.max_failed_retries;
}

/** Deciding the same again would fail the same again. */
function sameAction(one: MadeDecision, other: MadeDecision): boolean {
  const [a, b] = [one.decision.outcome, other.decision.outcome];
  if (!a.ok || !b.ok) return !a.ok && !b.ok && a.message === b.message;
  return JSON.stringify(a.action) === JSON.stringify(b.action);
}
