import { candidatesOf } from '../policy/action-candidates.js';
import { factsOf } from '../policy/action-facts.js';
import { actionInput } from '../policy/action-model.js';
import { EMPTY_SCENE, type Scene } from '../policy/action-scene.js';
import type { RouteScores } from '../policy/route-index.js';
import { type Case, targetName } from './cases.js';
import type { FoldedCatalog, trainingCatalogs } from './catalogs.js';
import type { PlainRequest } from './named.js';
import type { ProtocolData } from './protocol-data.js';
import { recast } from './recast.js';
import type { Lesson } from './sft.js';
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

/** What is written into, lesson by lesson. `turn` counts the occasions: by it states, neighbours and installations take turns. */
export class LessonBook {
  readonly lessons: Lesson[] = [];
  /** Every state there is a case in, and those of them where nothing runs. */
  readonly scenes: readonly Scene[];
  readonly idle: readonly Scene[];
  turn = 0;
  readonly #installed: ReadonlyMap<FoldedCatalog, readonly string[]>;

  constructor({ cases, packages, catalogs, called }: Material) {
    this.scenes = cases.map(({ scene }) => scene);
    this.idle = this.scenes.filter(({ running }) => running.length === 0);
    this.#installed = new Map(
      [...Object.values(catalogs), called.catalog].map((catalog) => [
        catalog,
        packages.flatMap(({ name }) => (catalog.has(name) ? [name] : [])),
      ]),
    );
  }

  teach(given: Case, { routes }: FoldedCatalog, weight: number, fold = given.fold ?? this.turn): void {
    const input = actionInput(given.text, given.scene, given.observed, routes(given.text, fold));
    const candidates = candidatesOf(input.scene, input.routes.routes, input.observed);
    const target = candidates.findIndex((candidate) => targetName(candidate) === given.target);
    if (target >= 0) this.lessons.push({ vector: factsOf(input), candidates, target, weight, fold: given.fold });
  }

  /** That none of the actions is right. */
  teachNone(text: string, scene: Scene, routes: RouteScores, weight: number): void {
    const input = actionInput(text, scene, [], routes);
    const candidates = candidatesOf(input.scene, input.routes.routes, input.observed);
    this.lessons.push({ vector: factsOf(input), candidates, target: null, weight, fold: null });
  }

  /** One of the states in two of three turns, the empty one in the third; as `someone` leaves it, where an installation is given. */
  someScene(catalog: FoldedCatalog | null = null): Scene {
    if (this.turn % 3 === 0) return EMPTY_SCENE;
    const scene = pick(this.scenes, this.turn);
    return catalog === null ? scene : this.someone(scene, catalog);
  }

  /** The state with a foreign type of the installation as what was worked on before, as often as one of ours. */
  someone(scene: Scene, catalog: FoldedCatalog): Scene {
    const names = this.#installed.get(catalog) ?? [];
    const name = names[(this.turn * 31) % names.length];
    return name === undefined || beat(this.turn, 2) ? scene : recast(scene, name);
  }

  another(type: string, catalog: FoldedCatalog): string {
    const others = (this.#installed.get(catalog) ?? []).filter((name) => name !== type);
    return others[(this.turn * 31) % others.length] ?? 'functest';
  }
}

/** Every so many rounds of the four catalogs: what goes by `turn` alone falls on the same catalog each time. */
export function beat(turn: number, every: number): boolean {
  return (turn >> 2) % every === 0;
}

export function pick(scenes: readonly Scene[], turn: number): Scene {
  return scenes[(turn * 7919) % scenes.length] ?? EMPTY_SCENE;
}
