import { candidatesOf } from '../policy/action-candidates.js';
import { actionInput, vectorOf } from '../policy/action-model.js';
import type { Scene } from '../policy/action-scene.js';
import type { RouteScores } from '../policy/route-index.js';
import { aboutCases } from './about.js';
import { type Case, targetName } from './cases.js';
import type { FoldedCatalog, trainingCatalogs } from './catalogs.js';
import type { PlainRequest } from './named.js';
import type { ProtocolData, RoutedTexts } from './protocol-data.js';
import { recast } from './recast.js';
import type { Lesson } from './sft.js';
import { foldOf } from './split.js';
import type { VagueCase } from './utterances.js';

/** What the lessons are made from: the cases of one split, the packages of one split. */
export interface Material {
  readonly cases: readonly Case[];
  readonly types: ProtocolData['types'];
  readonly packages: ProtocolData['packages'];
  readonly vague: readonly VagueCase[];
  readonly about: ProtocolData['about'];
  /** Packages that no installation of the training has. */
  readonly strangers: ProtocolData['packages'];
  readonly catalogs: ReturnType<typeof trainingCatalogs>;
  /** Packages whose examples say little but the work's name, the same requests for them and for the bundled types, and what else is said by name. */
  readonly called: {
    readonly requests: readonly PlainRequest[];
    readonly about: ProtocolData['about'];
    readonly catalog: FoldedCatalog;
  };
}

const WEIGHT = {
  observe: 1.5,
  absent: 0.015,
  foreign: 1.5,
  asked: 3,
  askedOther: 2,
  example: 0.6,
  foreignExample: 1.5,
  elsewhere: 1,
  vague: 2,
  about: 0.35,
  named: 3,
  plain: 2.5,
  stranger: 1,
  gone: 1,
  again: 1.5,
} as const;
/** In how many conversations each example of a foreign package is taught: a few light lessons settle better than one heavy one. */
const FOREIGN_SCENES = 4;
const OBSERVED = [
  [],
  [{ tool: 'build_context_view', ok: true }],
  [{ tool: 'previous_failed_track', ok: true }],
] as const;

/**
 * Every lesson in a fixed order: each case before installations of several kinds; requests for foreign packages, also where the package is missing
 * (then it is open-ended work); and every package's examples. Each is scored by an index that was built without it.
 */
export function lessonsOf({ cases, types, packages, vague, about, strangers, catalogs, called }: Material): Lesson[] {
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

  const unsure = (text: string, scene: Scene, routes: RouteScores, weight: number) => {
    const input = actionInput(text, scene, [], routes);
    const candidates = candidatesOf(input.scene, input.routes.routes, input.observed);
    lessons.push({ vector: vectorOf(input), candidates, target: null, weight, fold: null });
  };
  const installed = new Map(
    [...Object.values(catalogs), called.catalog].map((catalog) => [
      catalog,
      packages.flatMap(({ name }) => (catalog.has(name) ? [name] : [])),
    ]),
  );
  // What was worked on before is somebody else's type as often as one of ours.
  const someone = (scene: Scene, catalog: FoldedCatalog): Scene => {
    const names = installed.get(catalog) ?? [];
    const name = names[(turn * 31) % names.length];
    return name === undefined || beat(turn, 2) ? scene : recast(scene, name);
  };

  const another = (type: string, catalog: FoldedCatalog): string => {
    const others = (installed.get(catalog) ?? []).filter((name) => name !== type);
    return others[(turn * 31) % others.length] ?? 'functest';
  };

  for (const given of cases) {
    const observes = given.target.startsWith('observe:');
    const weight = given.weight * (observes ? WEIGHT.observe : 1);
    const again = isAgain(given, catalogs.bundled);
    for (const [name, catalog] of Object.entries(catalogs)) {
      turn += 1;
      const elsewhere = given.anywhere && turn % 3 > 0 ? { ...given, scene: pick(scenes, turn) } : given;
      const scene = someone(elsewhere.scene, catalog);
      const seen = { ...elsewhere, scene, target: again ? (scene.last?.type ?? given.target) : given.target };
      if (!observes && !catalog.has(seen.target)) {
        // Its package is not there any more: nothing else is meant.
        if (again) unsure(given.text, scene, catalog.routes(given.text, given.fold ?? turn), WEIGHT.gone * weight);
        continue;
      }
      if (name === 'bundled' || name === 'sparse' || beat(turn, 4)) teach(seen, catalog, weight);
    }
  }

  const asking = cases.filter(({ bucket }) => bucket === 'status');
  for (const given of asking) {
    const seen = given.scene.running.length > 0 ? scenes : idle;
    for (const catalog of [catalogs.bundled, catalogs.crowded, catalogs.sparse]) {
      turn += 1;
      const observed = OBSERVED[turn % OBSERVED.length] ?? [];
      // Asked once or twice, it is the same question.
      const scene = { ...pick(seen, turn), asked_status: turn % 2 === 0 };
      teach({ ...given, scene, observed }, catalog, given.weight * WEIGHT.elsewhere);
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
    for (const catalog of Object.values(catalogs)) {
      turn += 1;
      const scene = turn % 3 > 0 ? someone(pick(scenes, turn), catalog) : EMPTY_SCENE;
      unsure(text, scene, catalog.routes(text, fold), WEIGHT.vague);
    }
  }

  for (const { name: type, requests } of packages) {
    for (const text of requests) {
      for (const catalog of Object.values(catalogs)) {
        turn += 1;
        const given = requestCase(text, type, turn % 3 > 0 ? someone(pick(scenes, turn), catalog) : EMPTY_SCENE);
        if (!catalog.has(type)) {
          teach({ ...given, target: 'executor' }, catalog, WEIGHT.absent);
          continue;
        }
        teach(given, catalog, WEIGHT.foreign);
        // What was done last is no more likely to be meant than anything else, unless the words say so.
        teach({ ...given, scene: asked(given.scene, type, turn) }, catalog, WEIGHT.asked);
        teach({ ...given, scene: asked(given.scene, another(type, catalog), turn) }, catalog, WEIGHT.askedOther);
      }
    }
  }

  for (const { name, examples, requests } of strangers) {
    for (const text of [...examples, ...requests]) {
      for (const catalog of Object.values(catalogs)) {
        turn += 1;
        const scene = someone(pick(scenes, turn), catalog);
        unsure(text, scene, catalog.routes(text, foldOf(name)), WEIGHT.stranger);
      }
    }
  }

  const own = new Set(types.map(({ name }) => name));
  // Whether “how do I …?” is work for a package depends on the package: what its own texts say settles that.
  for (const said of about.filter(({ asks }) => asks !== 'executor')) {
    for (const catalog of Object.values(catalogs)) {
      if (!catalog.has(said.package)) continue;
      turn += 1;
      const told = aboutCases(said, turn % 3 > 0 ? pick(scenes, turn) : EMPTY_SCENE, own);
      for (const given of told) teach(given, catalog, WEIGHT.about / told.length);
    }
  }

  for (const said of called.about.filter((each) => called.catalog.has(each.package))) {
    turn += 1;
    const told = aboutCases(said, turn % 3 > 0 ? someone(pick(scenes, turn), called.catalog) : EMPTY_SCENE, own);
    // Whether a question about progress came before says nothing of what is meant now.
    const asked_status = turn % 2 === 0;
    for (const given of told) {
      const scene = { ...given.scene, asked_status };
      teach({ ...given, scene }, called.catalog, WEIGHT.named / told.length);
    }
  }
  for (const { package: type, text, frame } of called.requests.filter((each) => called.catalog.has(each.package))) {
    turn += 1;
    const before = turn % 3 > 0 ? someone(pick(scenes, turn), called.catalog) : EMPTY_SCENE;
    const scene = { ...before, asked_status: turn % 2 === 0 };
    const given = { ...requestCase(text, type, scene), fold: foldOf(frame) };
    teach(given, called.catalog, WEIGHT.plain);
    teach({ ...given, scene: asked(given.scene, type, turn) }, called.catalog, WEIGHT.plain);
    teach({ ...given, scene: asked(given.scene, another(type, called.catalog), turn) }, called.catalog, WEIGHT.plain);
  }

  const running = scenes.filter((scene) => scene.running.length > 0);
  const worked = scenes.filter(({ last }) => last !== null);
  const teachExamples = (type: RoutedTexts, catalog: FoldedCatalog, every: number, weight: number) => {
    for (const [at, text] of type.examples.entries()) {
      turn += 1;
      if (turn % every > 0) continue;
      const scene = someone(sceneFor(type, { running, worked, scenes }, turn), catalog);
      const given = requestCase(text, type.name, scene);
      teach(given, catalog, weight, at);
    }
  };
  for (const type of types) teachExamples(type, catalogs.bundled, 1, WEIGHT.example);
  for (const type of types) teachExamples(type, catalogs.crowded, 2, WEIGHT.example);
  for (const catalog of [catalogs.crowded, catalogs.foreign]) {
    for (const type of packages.filter(({ name }) => catalog.has(name))) {
      for (let time = 0; time < FOREIGN_SCENES; time += 1) teachExamples(type, catalog, 1, WEIGHT.foreignExample);
    }
  }
  return lessons;
}

/** The words name no type: what is meant is the newest work, of whatever type. */
function isAgain({ text, target, scene, observed, retries, fold }: Case, bundled: FoldedCatalog): boolean {
  if (!retries || observed.length > 0 || scene.last?.type !== target || target === 'executor') return false;
  const own = bundled.routes(text, fold ?? 0).routes.find(({ label }) => label === target);
  return (own?.score ?? 0) < NAMED;
}

/** A route score from which a text is likely to name the type. */
const NAMED = -0.5;

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

/** Every so many rounds of the four catalogs: what goes by `turn` alone falls on the same catalog each time. */
function beat(turn: number, every: number): boolean {
  return (turn >> 2) % every === 0;
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
