import { FACTS } from '../policy/action-facts.js';
import { type ActionPolicy, packPolicy } from '../policy/action-file.js';
import { actionInput } from '../policy/action-model.js';
import { BLOCKS } from '../policy/action-space.js';
import { quantize } from '../policy/quantize.js';
import { calibratePolicy, type Trial } from './calibrate-policy.js';
import { type Case, caseOf } from './cases.js';
import { catalogOf } from './catalogs.js';
import { EMPTY_SCENE, lessonsOf } from './lessons.js';
import type { ProtocolData } from './protocol-data.js';
import type { Split } from './sample.js';
import { type SftOptions, supervise } from './sft.js';
import { splitOf } from './split.js';
import { vocabularyOf } from './vocabulary.js';

/** Chosen on sft_eval. */
export const SFT: SftOptions = { epochs: 20, rate: 0.06, ridge: 3e-5, seed: 1 };

/** Trains the embedded policy from nothing. The same data give the same bytes, on every machine. */
export function trainPolicy(data: ProtocolData, options: SftOptions = SFT): ActionPolicy {
  const cases = casesOf(data, 'sft_train');
  const packages = packagesOf(data, 'sft_train');
  const vocabulary = vocabularyOf([
    ...cases.map(({ text }) => text),
    ...packages.flatMap(({ requests }) => requests),
    ...[...data.types, ...packages].flatMap(({ examples }) => examples),
  ]);
  const lessons = lessonsOf({ cases, types: data.types, packages, vocabulary });
  const { rows, terms } = supervise(lessons, vocabulary.idf.length + FACTS.length, options);
  const { weights, scale } = quantize({ weights: rows, bias: new Float32Array(BLOCKS.length) });
  const trained = { ...vocabulary, rows: weights, scale, terms };
  return packPolicy(trained, calibratePolicy(trained, trialsOf(data)), {
    stage: 'sft',
    parent: null,
    seed: options.seed,
    data: data.hashes,
  });
}

export function casesOf(data: ProtocolData, split: Split): Case[] {
  return data.samples.filter((sample) => sample.split === split).map(caseOf);
}

export function packagesOf({ packages }: ProtocolData, split: Split): ProtocolData['packages'] {
  return packages.filter(({ name }) => splitOf(name) === split);
}

/** Held-out rows, requests for packages never seen, and the same where those packages are missing: open-ended work. */
function trialsOf(data: ProtocolData): Trial[] {
  const packages = packagesOf(data, 'sft_eval');
  const [bundled, crowded] = [catalogOf(data.types), catalogOf([...data.types, ...packages])];
  const requests = packages.flatMap(({ name, requests }) => requests.map((text) => ({ name, text })));
  return [
    ...casesOf(data, 'sft_eval').map(({ text, scene, observed, target }) => ({
      input: actionInput(text, scene, observed, bundled.routes(text)),
      target,
      kind: 'row' as const,
    })),
    ...requests.map(({ name, text }) => ({
      input: actionInput(text, EMPTY_SCENE, [], crowded.routes(text)),
      target: name,
      kind: 'foreign' as const,
    })),
    ...requests.map(({ text }) => ({
      input: actionInput(text, EMPTY_SCENE, [], bundled.routes(text)),
      target: 'executor',
      kind: 'absent' as const,
    })),
  ];
}
