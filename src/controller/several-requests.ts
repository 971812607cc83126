import type { RouteScorer } from './policy.js';

/** A part of a sentence that asks for something of its own. */
export interface Segment {
  readonly text: string;
  readonly task_type: string;
  /** What tells it from its neighbours; null where the sentence is one request. */
  readonly cut: 'punctuation' | 'words' | null;
}

/** Longer inputs are documents; nobody lists requests in them. */
const MAX_CHARS = 400;
/** Longer parts are cut at punctuation only: between words every place costs two readings. */
const MAX_CHARS_BETWEEN_WORDS = 120;
/** A part must be this much surer of its own type than of the other part's. */
const APART = 0.6;
/** The same where only words part them. */
const APART_BETWEEN_WORDS = 1;
/** As a confidence: how surely each part is then a request. */
const SURE_BETWEEN_WORDS = 0.6;
/** How well the type that fits a sentence second best has to fit, as a score: that of a single request fits worse. */
const FITS_TOO = { punctuation: -0.4, words: -0.1 } as const;

/**
 * The requests in one sentence, in their order: 「先跑功能测试，再压测一下」 is two. The text is cut where each side, read alone, is a
 * confident request for a different runnable type, and the whole fits more than one; a single request gives one segment, or none where nothing
 * runnable is asked for. Between two words it is cut only where it is just those two types that the whole fits best.
 */
export function severalRequests(text: string, routes: RouteScorer, runnable: (taskType: string) => boolean): Segment[] {
  return text.length > MAX_CHARS ? [] : segmentsOf(text, { routes, runnable }, null);
}

interface Reader {
  readonly routes: RouteScorer;
  readonly runnable: (taskType: string) => boolean;
}

function segmentsOf(text: string, reader: Reader, found: Segment['cut']): Segment[] {
  const cut = cutAtPunctuation(text, reader) ?? cutBetweenWords(text, reader);
  if (cut !== null) return [cut.left, cut.right].flatMap((part) => segmentsOf(part, reader, cut.at));
  const task_type = read(text, reader)?.task_type;
  return task_type === undefined ? [] : [{ text, task_type, cut: found }];
}

interface Cut {
  readonly left: string;
  readonly right: string;
  readonly types: readonly [string, string];
  /** How surely each part is a request. */
  readonly confidence: number;
  /** How much surer each part is of its own type than of the other's. */
  readonly apart: number;
  readonly at: 'punctuation' | 'words';
}

function cutAtPunctuation(text: string, reader: Reader): Cut | null {
  if (bestTwo(text, reader, FITS_TOO.punctuation) === null) return null;
  const cuts = placesAfter(text, /[，,。；;！!？?\n]+/gu).flatMap((at) => cutAt(text, at, reader, 'punctuation') ?? []);
  return surest(cuts.filter(({ apart }) => apart >= APART));
}

function cutBetweenWords(text: string, reader: Reader): Cut | null {
  if (text.length > MAX_CHARS_BETWEEN_WORDS) return null;
  const two = bestTwo(text, reader, FITS_TOO.words);
  if (two === null || !two.every(reader.runnable)) return null;
  const places = [...WORDS.segment(text)].filter(({ index, isWordLike }) => isWordLike && index > 0);
  const cuts = places.flatMap(({ index }) => cutAt(text, index, reader, 'words') ?? []);
  return surest(
    cuts.filter(
      ({ types, confidence, apart }) =>
        apart >= APART_BETWEEN_WORDS && confidence >= SURE_BETWEEN_WORDS && types.every((type) => two.includes(type)),
    ),
  );
}

/** The types that fit a text best; null where the second one does not fit well enough. */
function bestTwo(text: string, { routes }: Reader, fits: number): string[] | null {
  const two = routes.score(text).routes.slice(0, 2);
  return two.length === 2 && two.every(({ score }) => score >= fits) ? two.map(({ label }) => label) : null;
}

function surest(cuts: readonly Cut[]): Cut | null {
  return cuts.reduce<Cut | null>((best, cut) => (best === null || cut.apart > best.apart ? cut : best), null);
}

/** The two parts, where each is a request for a type of its own. */
function cutAt(text: string, place: number, reader: Reader, at: Cut['at']): Cut | null {
  const [left, right] = [text.slice(0, place).trim(), text.slice(place).trim()];
  const [first, second] = [read(left, reader), read(right, reader)];
  if (first === null || second === null || first.task_type === second.task_type) return null;
  const apart = Math.min(
    first.of(first.task_type) - first.of(second.task_type),
    second.of(second.task_type) - second.of(first.task_type),
  );
  const types = [first.task_type, second.task_type] as const;
  const confidence = Math.min(first.confidence, second.confidence);
  return { left: strip(left), right: strip(right), types, confidence, apart, at };
}

interface Read {
  readonly task_type: string;
  readonly confidence: number;
  /** How well the text fits a type, as a score. */
  of(taskType: string): number;
}

function read(text: string, { routes, runnable }: Reader): Read | null {
  if (text === '') return null;
  const scores = routes.score(text);
  const [top] = scores.routes;
  const confidence = routes.confidence(scores);
  if (top === undefined || !runnable(top.label) || confidence < routes.threshold) return null;
  const of = (label: string): number => scores.routes.find((route) => route.label === label)?.score ?? -1;
  return { task_type: top.label, confidence, of };
}

/** Where words begin, in languages that set them apart and in those that do not. */
const WORDS = new Intl.Segmenter('zh', { granularity: 'word' });

/** Where a text may be cut after what matches. */
function placesAfter(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)]
    .map(({ index, 0: found }) => index + found.length)
    .filter((at) => at < text.length);
}

function strip(text: string): string {
  return text.replace(/^[\s，,。；;]+|[\s，,；;]+$/gu, '');
}
