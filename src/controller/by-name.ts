import type { Ranked } from '../policy/action-decide.js';
import type { ActionPolicy } from '../policy/action-file.js';
import type { Scene } from '../policy/action-scene.js';
import { isBuiltIn } from '../policy/action-space.js';
import { textHash } from '../policy/text-hash.js';
import { isStart, isSurelyAboutWork } from './by-example.js';
import { withoutPairs } from './parameters/key-values.js';
import { mentions } from './parameters/mentions.js';
import type { ActionSpace } from './policy.js';

/** A request in its state, and how the policy would weigh another in another. */
export interface Weighed {
  readonly text: string;
  readonly scene: Scene;
  weigh(text: string, scene: Scene): readonly Ranked[];
}

/**
 * Types by whose names the policy has learnt what is said of a type: a name that is a word, and one that is written with an underscore. What
 * speaks for one of them only (“test …”) speaks for its work, not for a run of what is named.
 */
const WELL_KNOWN = ['functest', 'release_check'];

/**
 * The types that a request means by their names: it is nothing but the name; or it holds a single name that can be no ordinary word, as it is
 * written, and the words around it ask for a run, whatever else they fit.
 */
export function calledByName(
  ranked: readonly Ranked[],
  request: Weighed,
  { task_types }: Pick<ActionSpace, 'task_types'>,
  policy: Pick<ActionPolicy, 'calibration' | 'plain_cancels'>,
): readonly string[] {
  const text = withoutPairs(request.text);
  const alone = task_types.filter((type) => !isBuiltIn(type) && isNameOf(text, type));
  if (alone.length > 0) {
    // What can be a word may be said of work under way.
    return alone.every(isIdentifier) || !isSurelyAboutWork(ranked, text, policy) ? alone : [];
  }
  const [best] = ranked;
  if (best === undefined || !isStart(best)) return [];
  const [named, ...others] = task_types.filter((type) => mentions(text, type));
  if (named === undefined || others.length > 0 || isBuiltIn(named)) return [];
  const known = WELL_KNOWN.filter((type) => task_types.includes(type) && type !== named);
  if (known.length === 0 || !isCalled(text, named)) return [];
  return known.every((type) => asksForRun({ ...request, text }, named, type)) ? [named] : [];
}

/** Whether a text is the name of a type, or holds it as it is written, where that can be no ordinary word. */
export function isCalled(text: string, type: string): boolean {
  return isNameOf(text, type) || (mentions(text, type) && isWritten(text, type));
}

/** Whether a text is nothing but the name of a type. */
export function isNameOf(text: string, type: string): boolean {
  return textHash(text) === textHash(type);
}

function isIdentifier(type: string): boolean {
  return /[\p{L}\p{N}][_-]+[\p{L}\p{N}]/u.test(type);
}

/** Whether it can be no ordinary word, and stands in the text by itself: not as a part of a path, a file's name or a call. */
function isWritten(text: string, type: string): boolean {
  if (!isIdentifier(type)) return false;
  const lower = text.toLowerCase();
  const at = lower.indexOf(type.toLowerCase());
  const [before, after] = [lower.slice(0, at), lower.slice(at + type.length)];
  return !/[\\/.@:~$]$/.test(before) && !/^(?:[\\/(]|[.:@][\p{L}\p{N}])/u.test(after);
}

/** Whether the same words about a type that the policy knows by its name would start it, and that no less surely than its name alone. */
function asksForRun({ text, scene, weigh }: Weighed, named: string, known: string): boolean {
  const swapped = withSwapped(scene, named, known);
  const at = text.toLowerCase().indexOf(named.toLowerCase());
  const said = `${text.slice(0, at)}${known}${text.slice(at + named.length)}`;
  const [most] = weigh(said, swapped);
  if (most === undefined || !isStart(most) || most.candidate.type !== known) return false;
  const alone = weigh(known, swapped).find((each) => isStart(each) && each.candidate.type === known);
  return most.probability >= (alone?.probability ?? 1);
}

/** The state as it would be if each of two types had been the other. */
function withSwapped(scene: Scene, one: string, other: string): Scene {
  const of = (type: string) => (type === one ? other : type === other ? one : type);
  const swap = <Work extends { readonly type: string }>(work: Work | null) =>
    work === null ? null : { ...work, type: of(work.type) };
  return { ...scene, running: scene.running.map(of), last: swap(scene.last), failed: swap(scene.failed) };
}
