import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../src/policy/action-candidates.js';
import { FACTS } from '../../src/policy/action-facts.js';
import { actionInput, scoreActions, vectorOf } from '../../src/policy/action-model.js';
import { BLOCKS } from '../../src/policy/action-space.js';
import { quantize } from '../../src/policy/quantize.js';
import { targetName } from '../../src/training/cases.js';
import { type Lesson, supervise } from '../../src/training/sft.js';
import { vocabularyOf } from '../../src/training/vocabulary.js';
import { emptyScene, routesOf } from '../policy/scenes.js';

const running = emptyScene({ rounds: 1, running: ['perftest'], last: { type: 'perftest', status: 'running' } });
const failed = emptyScene({
  rounds: 1,
  last: { type: 'accutest', status: 'failed' },
  failed: { type: 'accutest', newest: true },
});
const routes = {
  routes: routesOf({ accutest: -0.8, perftest: -0.8, status: -0.8, cancel: -0.8, executor: -0.8 }),
  unknown_mass: 0.2,
};
const rows = [
  ['how far is it', running, 'status'],
  ['how far along are we', running, 'status'],
  ['stop it', running, 'cancel'],
  ['please stop it', running, 'cancel'],
  ['again', failed, 'accutest'],
  ['once again please', failed, 'accutest'],
  ['why did it fail', failed, 'observe:previous_failed_track'],
  ['why is it red, did it fail', failed, 'observe:previous_failed_track'],
] as const;
const vocabulary = vocabularyOf(rows.map(([text]) => text));
const inputs = rows.map(([text, scene]) => actionInput(text, scene, [], routes));

function lessons(): Lesson[] {
  return inputs.map((input, at) => {
    const candidates = candidatesOf(input.scene, input.routes.routes, []);
    const target = candidates.findIndex((each) => targetName(each) === rows[at]?.[2]);
    return { vector: vectorOf(input, vocabulary), candidates, target, weight: 1, fold: null };
  });
}
const train = () =>
  supervise(lessons(), vocabulary.idf.length + FACTS.length, { epochs: 40, rate: 0.1, ridge: 0, seed: 1 });

describe('supervised fine-tuning', () => {
  it('learns what words and state together ask for', () => {
    const { rows: learnt, terms } = train();
    const { weights, scale } = quantize({ weights: learnt, bias: new Float32Array(BLOCKS.length) });
    const decided = inputs.map((input) => {
      const scored = scoreActions({ ...vocabulary, rows: weights, scale, terms }, input);
      const best = scored.reduce((one, other) => (other.utility > one.utility ? other : one));
      return targetName(best.candidate);
    });
    expect(decided).toEqual(rows.map(([, , target]) => target));
  });

  it('gives the same bits for the same lessons', () => {
    expect(train()).toEqual(train());
  });
});
