import { FACTS } from '../policy/action-facts.js';
import { type ActionPolicy, packPolicy } from '../policy/action-file.js';
import { type ActionWeights, actionInput, scoreActions } from '../policy/action-model.js';
import { EMPTY_SCENE, type Scene } from '../policy/action-scene.js';
import { isBuiltIn } from '../policy/action-space.js';
import type { RouteRow } from '../policy/route-index.js';
import { aboutCases, aboutKey, aboutUtterances } from './about.js';
import type { AboutRequest } from './authored.js';
import { calibratePolicy, type Trial } from './calibrate-policy.js';
import { type Case, caseOf } from './cases.js';
import { catalogOf, foldedCatalogOf, type TrainingCatalog, trainingCatalogs } from './catalogs.js';
import type { Routes } from './evaluate.js';
import { framed } from './framed.js';
import { lessonsOf } from './lessons.js';
import { namedAbout, namelessUtterances, type PlainRequest, plainly, plainRequests, plainUtterances } from './named.js';
import type { ProtocolData, RoutedTexts } from './protocol-data.js';
import type { Sample, Split } from './sample.js';
import { type Lesson, type SftOptions, supervise } from './sft.js';
import { FOLDS, foldOf, isStranger, splitOf } from './split.js';
import { plainCancels, rowsOf, utterancesOf, type VagueCase } from './utterances.js';

/** Chosen on sft_eval and on authors left out. */
export const SFT: SftOptions = { epochs: 12, averaged: 8, rate: 0.02, ridge: 3e-5, seed: 1 };

/**
 * Trains the embedded policy from nothing. The same data give the same bytes, on every machine. Temperature and thresholds are calibrated on
 * decisions by weights and indexes that never saw the row: sft_eval, and each fold of sft_train by those of the other folds.
 */
export function trainPolicy(data: ProtocolData, options: SftOptions = SFT): ActionPolicy {
  const examples = new Set(data.types.flatMap((type) => type.examples));
  // What the index knows by heart teaches nothing about what it has not seen; examples are taught by indexes without them.
  const cases = casesOf(data, 'sft_train').filter(({ text }) => !examples.has(text));
  const foreign = packagesOf(data, 'sft_train');
  const packages = foreign.filter(({ name }) => !isStranger(name));
  const vague = vagueOf(data, 'sft_train');
  const strangers = foreign.filter(({ name }) => isStranger(name));
  const own = new Set(data.types.map(({ name }) => name));
  const about = aboutOf(data, 'sft_train');
  const named = namedOf(data, 'sft_train');
  const asked = plainRequestsOf(data, 'sft_train');
  const said = [
    ...aboutUtterances([...about, ...named], own),
    ...plainUtterances(asked.filter((each) => own.has(each.package))),
    ...namelessUtterances(namedFramesOf(data, 'sft_train')),
  ];
  const utterances = utterancesOf(cases, { vague, strangers, about: said });
  const catalogs = trainingCatalogs(data.types, packages, utterances);
  // Half of them teach as much as all.
  const half = packages.filter((_, at) => at % 2 === 0);
  const plain = plainOf(data, half, 'sft_train');
  const catalog = foldedCatalogOf([...data.types, ...plain], utterances);
  const called = { requests: asked, about: named, catalog };
  const lessons = lessonsOf({ cases, types: data.types, packages, vague, about, strangers, catalogs, called });
  const learn = (some: readonly Lesson[]): ActionWeights => supervise(some, FACTS.length, options);
  const folded = Array.from({ length: FOLDS }, (_, fold) => {
    const weights = learn(lessons.filter((lesson) => lesson.fold !== fold));
    const routes: Routes = (text) => catalogs.bundled.routes(text, fold);
    return cases.filter((each) => each.fold === fold).map((each) => tryCase(weights, each, routes));
  });
  const weights = learn(lessons);
  const rows = rowsOf(utterances);
  const calibration = calibratePolicy([...folded.flat(), ...heldOutTrials(data, weights, rows)]);
  const examplesSaid = data.types.flatMap(({ name: label, examples }) => examples.map((text) => ({ label, text })));
  // A wish to stop that the state makes a question is a wish to stop; what is said to cancel and in other rows means something else is not plain.
  const others = cases.flatMap(({ text, target, says }) =>
    says === 'cancel' ? [] : [{ label: says ?? target, text }],
  );
  const learnt = { utterances: rows, plain_cancels: plainCancels([...rows, ...examplesSaid, ...others]) };
  return packPolicy(weights, learnt, calibration, {
    stage: 'sft',
    parent: null,
    seed: options.seed,
    data: data.hashes,
  });
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

/** What is said about the types of a split's packages, and the split's share of what is said about the bundled ones. */
export function aboutOf({ about, frames, packages, types }: ProtocolData, split: Split): ProtocolData['about'] {
  const own = new Set(types.map(({ name }) => name));
  const written = about.filter((said) => splitOf(aboutKey(said, own)) === split);
  const of = frames.filter(({ text }) => splitOf(text) === split);
  const named = packages.filter(({ name }) => splitOf(name) === split);
  return [
    ...written,
    ...framed(named, of),
    ...framed(
      types.filter(({ name }) => !isBuiltIn(name)),
      of,
    ),
  ];
}

/** What is said of a split's packages and of the bundled types by their names. */
export function namedOf(data: ProtocolData, split: Split): AboutRequest[] {
  return namedAbout(namesOf(data, split), namedFramesOf(data, split));
}

/** These types as most people would describe them, in a split's sentences. */
export function plainOf(data: ProtocolData, types: readonly RoutedTexts[], split: Split): RoutedTexts[] {
  return plainly(types, data.names, namedFramesOf(data, split));
}

/** What is asked of them by their names. */
export function plainRequestsOf(data: ProtocolData, split: Split): PlainRequest[] {
  return plainRequests(namesOf(data, split), namedFramesOf(data, split));
}

function namedFramesOf({ named }: ProtocolData, split: Split) {
  return named.filter(({ text }) => splitOf(text) === split);
}

function namesOf(data: ProtocolData, split: Split) {
  const here = new Set([...data.types, ...packagesOf(data, split)].map(({ name }) => name));
  return data.names.filter((each) => here.has(each.package));
}

/** Requests that say nothing, each with the fold of its template. */
export function vagueOf({ vague }: ProtocolData, split: Split): VagueCase[] {
  return vague
    .filter(({ template }) => splitOf(template) === split)
    .map(({ text, template }) => ({ text, fold: foldOf(template) }));
}

/** Held-out rows, requests that say nothing, requests for packages never seen, and the same where those packages are missing: open-ended work. */
function heldOutTrials(data: ProtocolData, weights: ActionWeights, utterances: readonly RouteRow[]): Trial[] {
  const packages = packagesOf(data, 'sft_eval');
  const bundled = catalogOf(data.types, utterances);
  const crowded = catalogOf([...data.types, ...packages], utterances);
  const own = new Set(data.types.map(({ name }) => name));
  const scenes = casesOf(data, 'sft_eval').map(({ scene }) => scene);
  const casesAbout = (requests: readonly AboutRequest[]) =>
    requests.flatMap((said, at) => {
      const told = aboutCases(said, scenes[(at * 7919) % scenes.length] ?? EMPTY_SCENE, own);
      return told.map((each) => ({ ...each, weight: WRITTEN_TO_MISLEAD / told.length }));
    });
  const plain = catalogOf([...data.types, ...plainOf(data, packages, 'sft_eval')], utterances);
  const here = packages.filter((_, at) => at % 2 === 0);
  const missing = packages.filter((_, at) => at % 2 === 1);
  const half = catalogOf([...data.types, ...here], utterances);
  // What was done last is not what is asked for where that is not there.
  const unmet = missing.flatMap(({ requests: texts }, at) =>
    texts.map((text) => ({ text, scene: doneLast(here[at % here.length]?.name ?? 'functest') })),
  );
  const requests = packages.flatMap(({ name, requests }) => requests.map((text) => ({ name, text })));
  return [
    ...casesOf(data, 'sft_eval').map((each) => tryCase(weights, each, bundled.routes)),
    ...vagueOf(data, 'sft_eval').map(({ text }) => tryRequest(weights, text, bundled, '', 'row')),
    ...casesAbout(aboutOf(data, 'sft_eval')).map((each) => tryCase(weights, each, crowded.routes)),
    ...casesAbout(namedOf(data, 'sft_eval')).map((each) => tryCase(weights, each, plain.routes)),
    ...requests.map(({ name, text }) => tryRequest(weights, text, crowded, name, 'foreign')),
    ...requests.map(({ text }) => tryRequest(weights, text, bundled, 'executor', 'absent')),
    ...unmet.map(({ text, scene }) => tryRequest(weights, text, half, 'executor', 'absent', scene)),
  ];
}

/** What a sentence counts that was written to be mistaken for a request: few of those that people say are. */
const WRITTEN_TO_MISLEAD = 0.1;

const doneLast = (type: string): Scene => ({ ...EMPTY_SCENE, rounds: 1, last: { type, status: 'done' } });

function tryCase(weights: ActionWeights, { text, scene, observed, target, weight }: Case, routes: Routes): Trial {
  return {
    scored: scoreActions(weights, actionInput(text, scene, observed, routes(text))),
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
  scene: Scene = EMPTY_SCENE,
): Trial {
  return {
    scored: scoreActions(weights, actionInput(text, scene, [], catalog.routes(text))),
    target,
    weight: 1,
    kind,
  };
}
