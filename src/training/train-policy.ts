import { FACTS } from '../policy/action-facts.js';
import { type ActionPolicy, packPolicy } from '../policy/action-file.js';
import { type ActionWeights, actionInput, scoreActions } from '../policy/action-model.js';
import { BLOCKS } from '../policy/action-space.js';
import { quantize } from '../policy/quantize.js';
import { calibratePolicy, type Trial } from './calibrate-policy.js';
import { type Case, caseOf } from './cases.js';
import { catalogOf, type TrainingCatalog } from './catalogs.js';
import { EMPTY_SCENE, lessonsOf } from './lessons.js';
import type { ProtocolData } from './protocol-data.js';
import type { Sample, Split } from './sample.js';
import { type Lesson, type SftOptions, supervise } from './sft.js';
import { FOLDS, foldOf, splitOf } from './split.js';
import { vocabularyOf } from './vocabulary.js';

/** Chosen on sft_eval. */
export const SFT: SftOptions = { epochs: 20, rate: 0.06, ridge: 3e-5, seed: 1 };

/**
 * Trains the embedded policy from nothing. The same data give the same bytes, on every machine. Temperature and thresholds are calibrated on
 * decisions by weights that never saw the row: sft_eval, and each fold of sft_train by weights of the other folds.
 */
export function trainPolicy(data: ProtocolData, options: SftOptions = SFT): ActionPolicy {
  const examples = new Set(data.types.flatMap((type) => type.examples));
  // What the index knows by heart teaches nothing about what it has not seen; examples are taught by indexes without them.
  const cases = casesOf(data, 'sft_train').filter(({ text }) => !examples.has(text));
  const vague = vagueOf(data, 'sft_train');
  const packages = packagesOf(data, 'sft_train');
  const vocabulary = vocabularyOf([
    ...cases.map(({ text }) => text),
    ...vague,
    ...packages.flatMap(({ requests }) => requests),
    ...[...data.types, ...packages].flatMap(({ examples }) => examples),
  ]);
  const lessons = lessonsOf({ cases, types: data.types, packages, vague, vocabulary });
  const learn = (some: readonly Lesson[]): ActionWeights => {
    const { rows, terms } = supervise(some, vocabulary.idf.length + FACTS.length, options);
    const { weights, scale } = quantize({ weights: rows, bias: new Float32Array(BLOCKS.length) });
    return { ...vocabulary, rows: weights, scale, terms };
  };
  const bundled = catalogOf(data.types);
  const folded = Array.from({ length: FOLDS }, (_, fold) => {
    const weights = learn(lessons.filter((lesson) => lesson.fold !== fold));
    return cases.filter((each) => each.fold === fold).map((each) => tryCase(weights, each, bundled));
  });
  const weights = learn(lessons);
  const calibration = calibratePolicy([...folded.flat(), ...heldOutTrials(data, weights, bundled)]);
  return packPolicy(weights, calibration, { stage: 'sft', parent: null, seed: options.seed, data: data.hashes });
}

export function casesOf(data: ProtocolData, split: Split): Case[] {
  const samples = data.samples.filter((sample) => sample.split === split);
  const siblings = new Map<string, number>();
  for (const sample of samples) siblings.set(templateOf(sample), (siblings.get(templateOf(sample)) ?? 0) + 1);
  return samples.map((sample) => {
    const template = templateOf(sample);
    return caseOf(sample, { siblings: siblings.get(template) ?? 1, fold: foldOf(template) });
  });
}

function templateOf({ sample_id, template_id }: Sample): string {
  return typeof template_id === 'string' ? template_id : sample_id;
}

export function packagesOf({ packages }: ProtocolData, split: Split): ProtocolData['packages'] {
  return packages.filter(({ name }) => splitOf(name) === split);
}

export function vagueOf({ vague }: ProtocolData, split: Split): string[] {
  return vague.filter(({ template }) => splitOf(template) === split).map(({ text }) => text);
}

/** Held-out rows, requests that say nothing, requests for packages never seen, and the same where those packages are missing: open-ended work. */
function heldOutTrials(data: ProtocolData, weights: ActionWeights, bundled: TrainingCatalog): Trial[] {
  const packages = packagesOf(data, 'sft_eval');
  const crowded = catalogOf([...data.types, ...packages]);
  const requests = packages.flatMap(({ name, requests }) => requests.map((text) => ({ name, text })));
  return [
    ...casesOf(data, 'sft_eval').map((each) => tryCase(weights, each, bundled)),
    ...vagueOf(data, 'sft_eval').map((text) => tryRequest(weights, text, bundled, '', 'row')),
    ...requests.map(({ name, text }) => tryRequest(weights, text, crowded, name, 'foreign')),
    ...requests.map(({ text }) => tryRequest(weights, text, bundled, 'executor', 'absent')),
  ];
}

function tryCase(
  weights: ActionWeights,
  { text, scene, observed, target, weight }: Case,
  catalog: TrainingCatalog,
): Trial {
  return {
    scored: scoreActions(weights, actionInput(text, scene, observed, catalog.routes(text))),
    target,
    weight,
    kind: 'row',
  };
}

function tryRequest(
  weights: ActionWeights,
  text: string,
  catalog: TrainingCatalog,
  target: string,
  kind: Trial['kind'],
): Trial {
  return {
    scored: scoreActions(weights, actionInput(text, EMPTY_SCENE, [], catalog.routes(text))),
    target,
    weight: 1,
    kind,
  };
}
