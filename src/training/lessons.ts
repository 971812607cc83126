import { EMPTY_SCENE, type Scene } from '../policy/action-scene.js';
import { aboutCases } from './about.js';
import type { Case } from './cases.js';
import type { FoldedCatalog } from './catalogs.js';
import { beat, LessonBook, type Material, pick } from './lesson-book.js';
import type { RoutedTexts } from './protocol-data.js';
import type { Lesson } from './sft.js';
import { foldOf } from './split.js';

const WEIGHT = {
  observe: 1.5,
  absent: 0.0105,
  foreign: 1.05,
  asked: 2.1,
  askedOther: 1.4,
  example: 0.42,
  foreignExample: 1.05,
  elsewhere: 1,
  vague: 2,
  about: 0.245,
  named: 2.1,
  plain: 1.75,
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
export function lessonsOf(material: Material): Lesson[] {
  const book = new LessonBook(material);
  for (const chapter of CHAPTERS) chapter(book, material);
  return book.lessons;
}

const CHAPTERS: readonly ((book: LessonBook, material: Material) => void)[] = [
  teachCases,
  teachStatusElsewhere,
  teachAgain,
  teachVague,
  teachRequests,
  teachStrangers,
  teachAbout,
  teachNamed,
  teachPlain,
  teachAllExamples,
];

function teachCases(book: LessonBook, { cases, catalogs }: Material): void {
  for (const given of cases) {
    const observes = given.target.startsWith('observe:');
    const weight = given.weight * (observes ? WEIGHT.observe : 1);
    const again = isAgain(given, catalogs.bundled);
    for (const [name, catalog] of Object.entries(catalogs)) {
      book.turn += 1;
      const elsewhere = given.anywhere && book.turn % 3 > 0 ? { ...given, scene: pick(book.scenes, book.turn) } : given;
      const scene = book.someone(elsewhere.scene, catalog);
      const seen = { ...elsewhere, scene, target: again ? (scene.last?.type ?? given.target) : given.target };
      if (!observes && !catalog.has(seen.target)) {
        // Its package is not there any more: nothing else is meant.
        if (again) {
          const routes = catalog.routes(given.text, given.fold ?? book.turn);
          book.teachNone(given.text, scene, routes, WEIGHT.gone * weight);
        }
        continue;
      }
      if (name === 'bundled' || name === 'sparse' || beat(book.turn, 4)) book.teach(seen, catalog, weight);
    }
  }
}

function teachStatusElsewhere(book: LessonBook, { cases, catalogs }: Material): void {
  for (const given of cases.filter(({ bucket }) => bucket === 'status')) {
    const seen = given.scene.running.length > 0 ? book.scenes : book.idle;
    for (const catalog of [catalogs.bundled, catalogs.crowded, catalogs.sparse]) {
      book.turn += 1;
      const observed = OBSERVED[book.turn % OBSERVED.length] ?? [];
      // Asked once or twice, it is the same question.
      const scene = { ...pick(seen, book.turn), asked_status: book.turn % 2 === 0 };
      book.teach({ ...given, scene, observed }, catalog, given.weight * WEIGHT.elsewhere);
    }
  }
}

/** "Again" means the last piece of work, however it ended. */
function teachAgain(book: LessonBook, { cases, catalogs }: Material): void {
  for (const given of cases) {
    const { scene, target } = given;
    if (!given.retries || given.observed.length > 0 || scene.last?.type !== target) continue;
    for (const catalog of [catalogs.bundled, catalogs.crowded]) {
      book.turn += 1;
      if (!catalog.has(target)) continue;
      const status = book.turn % 4 === 0 ? 'cancelled' : 'done';
      const elsewhere = { ...scene, last: { type: target, status }, failed: null } as const;
      book.teach({ ...given, scene: elsewhere }, catalog, given.weight * WEIGHT.again);
    }
  }
}

function teachVague(book: LessonBook, { vague, catalogs }: Material): void {
  for (const { text, fold } of vague) {
    for (const catalog of Object.values(catalogs)) {
      book.turn += 1;
      book.teachNone(text, book.someScene(catalog), catalog.routes(text, fold), WEIGHT.vague);
    }
  }
}

function teachRequests(book: LessonBook, { packages, catalogs }: Material): void {
  for (const { name: type, requests } of packages) {
    for (const text of requests) {
      for (const catalog of Object.values(catalogs)) {
        book.turn += 1;
        const scene = book.someScene(catalog);
        const given = requestCase(text, type, scene);
        if (!catalog.has(type)) {
          book.teach({ ...given, target: 'executor' }, catalog, WEIGHT.absent);
          continue;
        }
        book.teach(given, catalog, WEIGHT.foreign);
        // What was done last is no more likely to be meant than anything else, unless the words say so.
        book.teach({ ...given, scene: asked(scene, type, book.turn) }, catalog, WEIGHT.asked);
        const other = asked(scene, book.another(type, catalog), book.turn);
        book.teach({ ...given, scene: other }, catalog, WEIGHT.askedOther);
      }
    }
  }
}

function teachStrangers(book: LessonBook, { strangers, catalogs }: Material): void {
  for (const { name, examples, requests } of strangers) {
    for (const text of [...examples, ...requests]) {
      for (const catalog of Object.values(catalogs)) {
        book.turn += 1;
        const scene = book.someone(pick(book.scenes, book.turn), catalog);
        book.teachNone(text, scene, catalog.routes(text, foldOf(name)), WEIGHT.stranger);
      }
    }
  }
}

/** Whether “how do I …?” is work for a package depends on the package: what its own texts say settles that. */
function teachAbout(book: LessonBook, { about, types, catalogs }: Material): void {
  const own = new Set(types.map(({ name }) => name));
  for (const said of about.filter(({ asks }) => asks !== 'executor')) {
    for (const catalog of Object.values(catalogs)) {
      if (!catalog.has(said.package)) continue;
      book.turn += 1;
      const told = aboutCases(said, book.someScene(), own);
      for (const given of told) book.teach(given, catalog, WEIGHT.about / told.length);
    }
  }
}

/** What is said of work by its name. Whether a question about progress came before says nothing of what is meant now. */
function teachNamed(book: LessonBook, { called, types }: Material): void {
  const own = new Set(types.map(({ name }) => name));
  for (const said of called.about.filter((each) => called.catalog.has(each.package))) {
    book.turn += 1;
    const told = aboutCases(said, book.someScene(called.catalog), own);
    const asked_status = book.turn % 2 === 0;
    for (const given of told) {
      const scene = { ...given.scene, asked_status };
      book.teach({ ...given, scene }, called.catalog, WEIGHT.named / told.length);
    }
  }
}

/** Requests for work by its name. */
function teachPlain(book: LessonBook, { called }: Material): void {
  for (const { package: type, text, frame } of called.requests.filter((each) => called.catalog.has(each.package))) {
    book.turn += 1;
    const scene = { ...book.someScene(called.catalog), asked_status: book.turn % 2 === 0 };
    const given = { ...requestCase(text, type, scene), fold: foldOf(frame) };
    book.teach(given, called.catalog, WEIGHT.plain);
    book.teach({ ...given, scene: asked(scene, type, book.turn) }, called.catalog, WEIGHT.plain);
    const other = asked(scene, book.another(type, called.catalog), book.turn);
    book.teach({ ...given, scene: other }, called.catalog, WEIGHT.plain);
  }
}

function teachAllExamples(book: LessonBook, { types, packages, catalogs }: Material): void {
  const from = {
    scenes: book.scenes,
    running: book.scenes.filter((scene) => scene.running.length > 0),
    worked: book.scenes.filter(({ last }) => last !== null),
  };
  const teachExamples = (type: RoutedTexts, catalog: FoldedCatalog, every: number, weight: number) => {
    for (const [at, text] of type.examples.entries()) {
      book.turn += 1;
      if (book.turn % every > 0) continue;
      const scene = book.someone(sceneFor(type, from, book.turn), catalog);
      book.teach(requestCase(text, type.name, scene), catalog, weight, at);
    }
  };
  for (const type of types) teachExamples(type, catalogs.bundled, 1, WEIGHT.example);
  for (const type of types) teachExamples(type, catalogs.crowded, 2, WEIGHT.example);
  for (const catalog of [catalogs.crowded, catalogs.foreign]) {
    for (const type of packages.filter(({ name }) => catalog.has(name))) {
      for (let time = 0; time < FOREIGN_SCENES; time += 1) teachExamples(type, catalog, 1, WEIGHT.foreignExample);
    }
  }
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
