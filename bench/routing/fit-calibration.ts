import { type Calibration, type CalibrationSample, calibrate } from '../../src/policy/route-index.js';
import { seededRandom, shuffle } from '../../src/policy/shuffle.js';
import type { Example } from './dataset.js';
import { buildIndex, decideAll } from './decide.js';
import { byLabel } from './splits.js';

/** Installations from small to large: registered labels, examples of each. */
const INSTALLATIONS = [
  { labels: 8, shots: 20 },
  { labels: 20, shots: 20 },
  { labels: 60, shots: 10 },
  { labels: 100, shots: 10 },
  { labels: 100, shots: 50 },
] as const;
const SEEDS = [1, 2, 3];
/** Questions per installation, in scope and out of scope each. */
const QUESTIONS = 600;

/**
 * Plays installations with training data alone: some of the labels are registered with some of their examples; asked are other examples of
 * these labels (in scope) and examples of labels that are not registered (out of scope).
 */
export function fitCalibration(examples: readonly Example[]): { calibration: Calibration; samples: number } {
  const groups = [...byLabel(examples)].sort(([one], [other]) => (one < other ? -1 : 1));
  const samples = SEEDS.flatMap((seed) =>
    INSTALLATIONS.flatMap(({ labels, shots }) => {
      const random = seededRandom(seed * 1_000 + labels + shots);
      const shuffled = shuffle([...groups], random).map(([, own]) => shuffle([...own], random));
      const registered = shuffled.slice(0, labels);
      const index = buildIndex(registered.flatMap((own) => own.slice(0, shots)));
      const inside = shuffle(
        registered.flatMap((own) => own.slice(shots)),
        random,
      );
      const outside = shuffle(shuffled.slice(labels).flat(), random);
      return [
        ...decideAll(index, inside.slice(0, QUESTIONS)).map(({ question, best, score, unknown_mass }) => {
          return sample(score, unknown_mass, question.label === best ? 'right' : 'wrong');
        }),
        ...decideAll(index, outside.slice(0, QUESTIONS)).map(({ score, unknown_mass }) => {
          return sample(score, unknown_mass, 'out_of_scope');
        }),
      ];
    }),
  );
  return { calibration: calibrate(samples), samples: samples.length };
}

function sample(score: number, unknown_mass: number, outcome: CalibrationSample['outcome']): CalibrationSample {
  return { score, unknown_mass, outcome };
}
