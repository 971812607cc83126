import { candidatesOf } from '../policy/action-candidates.js';
import { actionInput, vectorOf } from '../policy/action-model.js';
import type { Scene } from '../policy/action-scene.js';
import { type Case, targetName } from './cases.js';
import type { FoldedCatalog, trainingCatalogs } from './catalogs.js';
import type { ProtocolData, RoutedTexts } from './protocol-data.js';
import type { Lesson } from './sft.js';
import type { VagueCase } from './utterances.js';

/** What the lessons are made from: the cases of one split, the packages of one split. */
export interface Material {
  readonly cases: readonly Case[];
  readonly types: ProtocolData['types'];
  readonly packages: ProtocolData['packages'];
  readonly vague: readonly VagueCase[];
  readonly catalogs: ReturnType<typeof trainingCatalogs>;
}

const WEIGHT = {
  observe: 1.5,
  absent: 0.015,
  foreign: 3,
  example: 0.6,
  elsewhere: 1,
  vague: 1.2,
  again: 1.5,
} as const;
const OBSERVED = [
  [],
  [{ tool: 'build_context_view', ok: true }],
  [{ tool: 'previous_failed_track', ok: true }],
] as const;

/**
 * Every lesson in a fixed order: each case before installations of several kinds; requests for foreign packages, also where the package is missing
 * (then it is open-ended work); and every package's examples. Each is scored by an index that was built without it.
 */
export function lessonsOf({ cases, types, packages, vague, catalogs }: Material): Lesson[] {
  const lessons: Lesson[] = [];
  const scenes = cases.map(({ scene }) => scene);
  const idle = scenes.filter(({ running }) => running.length === 0);
  let turn = 0;
  const teach = (given: Case, { routes }: FoldedCatalog, weight: number, fold = given.fold ?? turn) => {
    const input = actionInput(given.text, given.scene, given.observed, routes(given.text, fold));
    const candidates = candidatesOf(input.scene, input.routes.routes, input.observed);
    const target = candidates.findIndex((candidate) => targetName(candidate) === given.target);
    if (target >= 0) lessons.push({ vector: vectorOf(input), candidates, target, weight, fold: given.fold });
  };

  for (const given of cases) {
    const observes = given.target.startsWith('observe:');
    const weight = given.weight * (observes ? WEIGHT.observe : 1);
    for (const [name, catalog] of Object.entries(catalogs)) {
      turn += 1;
      if (!observes && !catalog.has(given.target)) continue;
      const seen = given.anywhere && turn % 3 > 0 ? { ...given, scene: pick(scenes, turn) } : given;
      if (name === 'bundled' || name === 'sparse' || turn % 2 === 1) teach(seen, catalog, weight);
    }
  }

  const asking = cases.filter(({ bucket }) => bucket === 'status');
  for (const given of asking) {
    const seen = given.scene.running.length > 0 ? scenes : idle;
    for (const catalog of [catalogs.bundled, catalogs.crowded, catalogs.sparse]) {
      turn += 1;
      const observed = OBSERVED[turn % OBSERVED.length] ?? [];
      teach({ ...given, scene: pick(seen, turn), observed }, catalog, given.weight * WEIGHT.elsewhere);
    }
  }

  // "Again" means the last piece of work, however it ended.
  for (const given of cases) {
    const { scene, target } = given;
    if (!given.retries || given.observed.length > 0 || scene.last?.type !== target) continue;
    for (const catalog of [catalogs.bundled, catalogs.crowded]) {
      turn += 1;
      if (!catalog.has(target)) continue;
      const status = turn % 4 === 0 ? 'cancelled' : 'done';
      const elsewhere = { ...scene, last: { type: target, status }, failed: null } as const;
      teach({ ...given, scene: elsewhere }, catalog, given.weight * WEIGHT.again);
    }
  }

  for (const { text, fold } of vague) {
    for (const { routes } of Object.values(catalogs)) {
      turn += 1;
      const scene = turn % 3 > 0 ? pick(scenes, turn) : EMPTY_SCENE;
      const input = actionInput(text, scene, [], routes(text, fold));
      const candidates = candidatesOf(input.scene, input.routes.routes, input.observed);
      const vector = vectorOf(input);
      lessons.push({ vector, candidates, target: null, weight: WEIGHT.vague, fold: null });
    }
  }

  for (const { name: type, requests } of packages) {
    for (const text of requests) {
      for (const catalog of Object.values(catalogs)) {
        turn += 1;
        const given = requestCase(text, type, turn % 3 > 0 ? pick(scenes, turn) : EMPTY_SCENE);
        if (!catalog.has(type)) {
          teach({ ...given, target: 'executor' }, catalog, WEIGHT.absent);
          continue;
        }
        teach(given, catalog, WEIGHT.foreign);
        teach({ ...given, scene: asked(given.scene, type, turn) }, catalog, WEIGHT.foreign);
      }
    }
  }

  const running = scenes.filter((scene) => scene.running.length > 0);
  const worked = scenes.filter(({ last }) => last !== null);
  const teachExamples = (type: RoutedTexts, catalog: FoldedCatalog, every: number) => {
    for (const [at, text] of type.examples.entries()) {
      turn += 1;
      if (turn % every > 0) continue;
      const given = requestCase(text, type.name, sceneFor(type, { running, worked, scenes }, turn));
      teach(given, catalog, WEIGHT.example, at);
    }
  };
  for (const type of types) teachExamples(type, catalogs.bundled, 1);
  for (const type of types) teachExamples(type, catalogs.crowded, 2);
  for (const type of packages) teachExamples(type, catalogs.crowded, 1);
  return lessons;
}

/** Status answers where something was done; cancelling needs something that runs; the rest may be asked for anywhere. */
function sceneFor(
  { name }: RoutedTexts,
  from: { running: readonly Scene[]; worked: readonly Scene[]; scenes: readonly Scene[] },
  turn: number,
): Scene {
  if (name === 'cancel') return pick(from.running, turn);
  if (turn % 4 === 0) return EMPTY_SCENE;
  const scene = pick(name === 'status' ? from.worked : from.scenes, turn);
  const startable = name !== 'status' && name !== 'executor';
  return startable && turn % 4 === 1 ? asked(scene, name, turn) : scene;
}

/** The same request a while ago: the type runs now, or is what was done last. Asked for again, it is still that type. */
function asked(scene: Scene, type: string, turn: number): Scene {
  const runs = turn % 8 === 1;
  const status = runs ? 'running' : 'done';
  const failed = scene.failed === null ? null : { ...scene.failed, newest: false };
  const running = runs ? [...scene.running, type] : scene.running;
  return {
    ...scene,
    rounds: Math.max(1, scene.rounds),
    running,
    last: { type, status },
    asked_status: turn % 16 > 7,
    failed,
  };
}

function pick(scenes: readonly Scene[], turn: number): Scene {
  return scenes[(turn * 7919) % scenes.length] ?? EMPTY_SCENE;
}

export const EMPTY_SCENE: Scene = {
  rounds: 0,
  running: [],
  last: null,
  asked_status: false,
  failed: null,
  summaries: 0,
  meta: false,
  pending: false,
};

function requestCase(text: string, target: string, scene: Scene): Case {
  return {
    id: text,
    bucket: '',
    text,
    scene,
    observed: [],
    target,
    fold: null,
    weight: 1,
    anywhere: true,
    retries: false,
    says: null,
  };
}
