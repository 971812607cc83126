import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../src/policy/action-candidates.js';
import { FACTS, factsOf } from '../../src/policy/action-facts.js';
import {
  type ActionInput,
  type ActionWeights,
  actionInput,
  probabilities,
  scoreActions,
} from '../../src/policy/action-model.js';
import { INTENTS, type RouteScores } from '../../src/policy/route-index.js';
import { targetName } from '../../src/training/cases.js';
import { type Lesson, supervise } from '../../src/training/sft.js';
import { emptyScene, routesOf } from '../policy/scenes.js';

const running = emptyScene({ rounds: 1, running: ['perftest'], last: { type: 'perftest', status: 'running' } });
const failed = emptyScene({
  rounds: 1,
  last: { type: 'accutest', status: 'failed' },
  failed: { type: 'accutest', newest: true },
});
/** How an index would read a text: well as one thing, badly as all others. */
function readAs(reading: string): RouteScores {
  const others = { accutest: -0.8, perftest: -0.8, status: -0.8, cancel: -0.8, executor: -0.8 };
  return {
    routes: routesOf(reading in others ? { ...others, [reading]: 0.6 } : others),
    intents: new Map(INTENTS.map((intent) => [intent, intent === reading ? 0.6 : -0.9])),
    beside: new Map(),
    unknown_mass: 0.2,
  };
}
const rows = [
  ['how far is it', running, 'status', 'status'],
  ['stop it', running, 'cancel', 'cancel'],
  ['again', failed, 'intent:again', 'accutest'],
  ['again', { ...failed, last: null, failed: null }, 'intent:again', 'executor'],
  ['why did it fail', failed, 'intent:failure', 'observe:previous_failed_track'],
] as const;
const inputs = rows.map(([text, scene, reading]) => actionInput(text, scene, [], readAs(reading)));

function lesson(input: ActionInput, meant: string): Lesson {
  const candidates = candidatesOf(input.scene, input.routes.routes, []);
  const target = candidates.findIndex((each) => targetName(each) === meant);
  return { vector: factsOf(input), candidates, target, weight: 1, fold: null };
}
const lessons = () => inputs.map((input, at) => lesson(input, rows[at]?.[3] ?? ''));
const learnt = (some: readonly Lesson[]) =>
  supervise(some, FACTS.length, { epochs: 200, averaged: 20, rate: 0.05, ridge: 0, seed: 1 });
const train = () => learnt(lessons());

function decided(weights: ActionWeights, input: ActionInput): string {
  const { actions } = scoreActions(weights, input);
  return targetName(actions.reduce((one, other) => (other.utility > one.utility ? other : one)).candidate);
}

describe('supervised fine-tuning', () => {
  it('learns what the words are read as and the state together ask for', () => {
    const weights = train();
    expect(inputs.map((input) => decided(weights, input))).toEqual(rows.map(([, , , target]) => target));
  });

  it('learns that a request says too little: what none of the actions gets is missing elsewhere', () => {
    const vague = actionInput('do it', emptyScene(), [], readAs('intent:vague'));
    const asking: Lesson = {
      vector: factsOf(vague),
      candidates: candidatesOf(vague.scene, vague.routes.routes, []),
      target: null,
      weight: 1,
      fold: null,
    };
    const weights = learnt([...lessons(), asking]);
    const surest = (input: ActionInput) => {
      const { actions, none } = scoreActions(weights, input);
      const shares = probabilities([...actions.map(({ utility }) => utility), none], 1);
      return Math.max(...shares.subarray(0, -1));
    };
    expect(surest(vague)).toBeLessThan(0.2);
    for (const input of inputs) expect(surest(input)).toBeGreaterThan(0.7);
  });

  it('learns that what was done last is meant again where its own texts say so, and another type where those of the other do', () => {
    const done = emptyScene({ rounds: 1, last: { type: 'accutest', status: 'done' } });
    const asked = (['accutest', 'perftest', 'intent:again'] as const).map((reading) =>
      actionInput(reading, done, [], readAs(reading)),
    );
    const meant = ['accutest', 'perftest', 'accutest'];
    const weights = learnt(asked.map((input, at) => lesson(input, meant[at] ?? '')));
    expect(asked.map((input) => decided(weights, input))).toEqual(meant);
    // Of a type that no lesson named.
    const foreign = (own: number, other: number) =>
      actionInput('', emptyScene({ rounds: 1, last: { type: 'tide', status: 'done' } }), [], {
        routes: routesOf({ tide: own, surf: other, status: -0.8, cancel: -0.8, executor: -0.8 }),
        intents: new Map(INTENTS.map((intent) => [intent, -0.9])),
        beside: new Map(),
        unknown_mass: 0.2,
      });
    expect(decided(weights, foreign(0.6, -0.8))).toBe('tide');
    expect(decided(weights, foreign(-0.8, 0.6))).toBe('surf');
  });

  it('weighs how well the words fit a type apart where the type was done last: one of the two may count against it', () => {
    const scored = (own: number, last: string | null) =>
      actionInput(
        '',
        last === null ? emptyScene() : emptyScene({ rounds: 1, last: { type: last, status: 'done' } }),
        [],
        {
          routes: routesOf({ accutest: own, perftest: -0.8, status: -0.8, cancel: -0.8, executor: 0 }),
          intents: new Map(INTENTS.map((intent) => [intent, -0.9])),
          beside: new Map(),
          unknown_mass: 0.2,
        },
      );
    const asked = [scored(0.6, null), scored(-0.6, null), scored(0.6, 'accutest'), scored(-0.6, 'accutest')];
    const meant = ['accutest', 'executor', 'executor', 'accutest'];
    const weights = learnt(asked.map((input, at) => lesson(input, meant[at] ?? '')));
    expect(asked.map((input) => decided(weights, input))).toEqual(meant);
  });

  it('gives the same bits for the same lessons', () => {
    expect(train()).toEqual(train());
  });
});
