import type { RouteScores } from '../policy/route-index.js';
import { conjunctionsIn } from './conjunctions.js';
import type { RouteScorer } from './policy.js';

/** A part of a sentence that asks for something of its own. */
export interface Segment {
  readonly text: string;
  /** A type that can be started, or `cancel`; of a sentence also `executor`. */
  readonly task_type: string;
  /** What tells it from its neighbours; null where the sentence is one request. */
  readonly cut: Place | 'sentence' | null;
  /** How surely it is that type's, as the policy decides of it alone; absent where the route index told the parts from each other. */
  readonly confidence?: number;
}

type Place = 'punctuation' | 'conjunction' | 'words';

/** Which requests a sentence may hold besides a wish to stop. */
export interface Requestable {
  readonly routes: RouteScorer;
  /** Whether a type can be started. */
  runnable(taskType: string): boolean;
  /** Whether work of a type is under way. */
  running(taskType: string): boolean;
}

/** Longer inputs are documents; nobody lists requests in them. */
export const MAX_CHARS = 400;
/** Longer parts are cut at punctuation and conjunctions only: between words every place costs two readings. */
const MAX_CHARS_BETWEEN_WORDS = 120;
/** A part must be this much surer of its own type than of the other part's. */
const APART = { punctuation: 0.6, conjunction: 0.6, words: 1 } as const;
/** As a confidence: how surely each part is then a request, where only words part them. */
const SURE_BETWEEN_WORDS = 0.6;
/** How well the type that fits a sentence second best has to fit, as a score: that of a single request fits worse. */
const FITS_TOO = { punctuation: -0.4, conjunction: -0.4, words: -0.1 } as const;
/** How much better a part has to fit its type than it fits what says too little: “run the” fits a type well, and says nothing. */
const SAYS_SOMETHING = { punctuation: 0.4, conjunction: 0.4, words: 1 } as const;
/** A score from which a text is clearly a wish to stop. */
const STOPS = 0;
/** How well a sentence has to fit a wish to stop, as a score, where a part of it is to be one. */
const STOPS_TOO = -0.6;

/**
 * The requests in one sentence, in their order: 「先跑功能测试，再压测一下」 is two. The text is cut where each side, read alone, is a
 * confident request for another type, and the whole fits more than one; a single request gives one segment, or none where nothing is asked for
 * that can be started or stopped. Between two words without a conjunction it is cut only where it is just those two types that the whole fits best.
 */
export function severalRequests(text: string, requestable: Requestable): Segment[] {
  return text.length > MAX_CHARS ? [] : segmentsOf(text, requestable, null);
}

function segmentsOf(text: string, reader: Requestable, found: Place | null): Segment[] {
  const cut = cutAtMarks(text, reader) ?? cutBetweenWords(text, reader);
  if (cut !== null) return [cut.left, cut.right].flatMap((part) => segmentsOf(part, reader, cut.at));
  const task_type = read(text, reader, found)?.task_type;
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
  readonly at: Place;
}

/** At what tells requests apart in writing: punctuation before conjunctions. */
function cutAtMarks(text: string, reader: Requestable): Cut | null {
  const marks = placesAfter(text, /[，,。；;！!？?\n]+/gu).map((at) => ({ left: at, right: at }));
  for (const [at, places] of [
    ['punctuation', marks],
    ['conjunction', conjunctionsIn(text)],
  ] as const) {
    if (places.length === 0) continue;
    const fits = bestTwo(text, reader, FITS_TOO[at]) !== null;
    const stops = scoreOf(reader.routes.score(text), 'cancel') >= STOPS_TOO;
    const cuts = places.flatMap((place) => cutAt(text, place, reader, at) ?? []);
    const found = surest(
      cuts.filter(({ types, apart }) => apart >= APART[at] && (types.includes('cancel') ? stops : fits)),
    );
    if (found !== null) return found;
  }
  return null;
}

function cutBetweenWords(text: string, reader: Requestable): Cut | null {
  if (text.length > MAX_CHARS_BETWEEN_WORDS) return null;
  const two = bestTwo(text, reader, FITS_TOO.words);
  if (two === null || !two.every(reader.runnable)) return null;
  const places = [...WORDS.segment(text)].filter(({ index, isWordLike }) => isWordLike && index > 0);
  const cuts = places.flatMap(({ index }) => cutAt(text, { left: index, right: index }, reader, 'words') ?? []);
  return surest(
    cuts.filter(
      ({ types, confidence, apart }) =>
        apart >= APART.words && confidence >= SURE_BETWEEN_WORDS && types.every((type) => two.includes(type)),
    ),
  );
}

/** The types that fit a text best; null where the second one does not fit well enough. */
function bestTwo(text: string, { routes }: Requestable, fits: number): string[] | null {
  const two = routes.score(text).routes.slice(0, 2);
  return two.length === 2 && two.every(({ score }) => score >= fits) ? two.map(({ label }) => label) : null;
}

function surest(cuts: readonly Cut[]): Cut | null {
  return cuts.reduce<Cut | null>((best, cut) => (best === null || cut.apart > best.apart ? cut : best), null);
}

/** The two parts, where each is a request for a type of its own. */
function cutAt(text: string, place: { left: number; right: number }, reader: Requestable, at: Place): Cut | null {
  const [left, right] = [text.slice(0, place.left).trim(), text.slice(place.right).trim()];
  const [first, second] = [read(left, reader, at), read(right, reader, at)];
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

function read(text: string, { routes, runnable, running }: Requestable, at: Place | null): Read | null {
  if (text === '') return null;
  const scores = routes.score(text);
  const [top] = scores.routes;
  const confidence = routes.confidence(scores);
  const of = (label: string): number => scoreOf(scores, label);
  if (top === undefined || confidence < routes.threshold) return null;
  // “Kill the nightly batch” has more words of the batch than of a wish to stop.
  if (top.label === 'cancel' || (of('cancel') >= STOPS && running(top.label))) {
    return { task_type: 'cancel', confidence, of };
  }
  const vague = scores.intents.get('intent:vague') ?? -1;
  if (!runnable(top.label) || (at !== null && top.score - vague < SAYS_SOMETHING[at])) return null;
  return { task_type: top.label, confidence, of };
}

function scoreOf({ routes }: RouteScores, label: string): number {
  return routes.find((route) => route.label === label)?.score ?? -1;
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
