import type { RouteScorer } from './policy.js';

/** A part of a sentence that asks for something of its own. */
export interface Segment {
  readonly text: string;
  readonly task_type: string;
}

/** Longer inputs are documents; nobody lists requests in them. */
const MAX_CHARS = 400;
/** A part must be this much surer of its own type than of any other part's. */
const APART = 0.6;

/**
 * The requests in one sentence, in their order: 「先跑功能测试，再压测一下」 is two. The text is cut where each side, read alone, is a
 * confident request for a different runnable type; a single request gives one segment, or none where nothing runnable is asked for.
 */
export function severalRequests(text: string, routes: RouteScorer, runnable: (taskType: string) => boolean): Segment[] {
  if (text.length > MAX_CHARS) return [];
  const segments: Segment[] = [];
  let rest = text;
  for (;;) {
    const cut = bestCut(rest, routes, runnable);
    if (cut === null) break;
    segments.push(cut.first);
    rest = cut.rest;
  }
  const last = read(rest, routes, runnable);
  return last === null ? segments : [...segments, last];
}

/** The cut after which the first part stands on its own and the rest asks for something else, the surest one. */
function bestCut(
  text: string,
  routes: RouteScorer,
  runnable: (taskType: string) => boolean,
): { first: Segment; rest: string } | null {
  let best: { first: Segment; rest: string; sureness: number } | null = null;
  for (const at of boundaries(text)) {
    const [left, right] = [text.slice(0, at).trim(), text.slice(at).trim()];
    const first = read(left, routes, runnable);
    const second = read(right, routes, runnable);
    if (first === null || second === null || first.task_type === second.task_type) continue;
    const sureness = Math.min(
      apart(left, first.task_type, second.task_type, routes),
      apart(right, second.task_type, first.task_type, routes),
    );
    if (sureness < APART || (best !== null && sureness <= best.sureness)) continue;
    best = { first: { text: strip(left), task_type: first.task_type }, rest: strip(right), sureness };
  }
  return best;
}

function read(text: string, routes: RouteScorer, runnable: (taskType: string) => boolean): Segment | null {
  if (text === '') return null;
  const scores = routes.score(text);
  const [top] = scores.routes;
  if (top === undefined || !runnable(top.label) || routes.confidence(scores) < routes.threshold) return null;
  return { text, task_type: top.label };
}

/** How much further inside its own type's region a part lies than inside the other's. */
function apart(text: string, own: string, other: string, routes: RouteScorer): number {
  const { routes: scores } = routes.score(text);
  const of = (label: string): number => scores.find((route) => route.label === label)?.score ?? -1;
  return of(own) - of(other);
}

/** Where a sentence may be cut: after punctuation. Between two words it would cut a name from what it names. */
function boundaries(text: string): number[] {
  return [...text.matchAll(/[，,。；;！!？?\n]+/gu)]
    .map(({ index, 0: found }) => index + found.length)
    .filter((at) => at < text.length);
}

function strip(text: string): string {
  return text.replace(/^[\s，,。；;]+|[\s，,；;]+$/gu, '');
}
