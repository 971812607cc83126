import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../src/policy/action-candidates.js';
import { FACTS } from '../../src/policy/action-facts.js';
import { actionInput, scoreActions, vectorOf } from '../../src/policy/action-model.js';
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

function lessons(): Lesson[] {
  return inputs.map((input, at) => {
    const candidates = candidatesOf(input.scene, input.routes.routes, []);
    const target = candidates.findIndex((each) => targetName(each) === rows[at]?.[3]);
    return { vector: vectorOf(input), candidates, target, weight: 1, fold: null };
  });
}
const train = () => supervise(lessons(), FACTS.length, { epochs: 200, averaged: 20, rate: 0.05, ridge: 0, seed: 1 });

describe('supervised fine-tuning', () => {
  it('learns what the words are read as and the state together ask for', () => {
    const weights = train();
    const decided = inputs.map((input) => {
      const scored = scoreActions(weights, input);
      const best = scored.reduce((one, other) => (other.utility > one.utility ? other : one));
      return targetName(best.candidate);
    });
    expect(decided).toEqual(rows.map(([, , , target]) => target));
  });

  it('gives the same bits for the same lessons', () => {
    expect(train()).toEqual(train());
  });
});
