import type { Controller } from '../controller/assemble.js';
import { type Segment, severalRequests } from '../controller/several-requests.js';
import { isRunnable } from '../skills/is-runnable.js';
import type { Catalog } from '../skills/package.js';
import { askedAlone, askedBySentence, isSure } from './asked-by-sentence.js';
import { type Decided, decideAlone } from './decide.js';
import type { House, Turn } from './house.js';

/**
 * The requests that an input can be taken apart into. What a package of the user gives as an example is one request, whatever it could be taken
 * apart into. `whole`: what was decided of it.
 */
export async function requestsIn(
  house: House,
  turn: Turn,
  controller: Controller,
  { decided: { facts }, whole }: { readonly decided: Pick<Decided, 'facts'>; readonly whole: string | null },
): Promise<readonly Segment[]> {
  const { catalog, actions } = controller;
  const isExample = (text: string): boolean =>
    actions.exampleOf(text, { among: [...catalog.types.keys()], source: 'user' }).length > 0;
  if (isExample(turn.input)) return [];
  const running = new Set(facts.running.map(({ type }) => type));
  const runnable = runnableIn(catalog);
  const within = (text: string): Segment[] =>
    severalRequests(text, { routes: actions.routes, runnable, running: (type) => running.has(type) });
  const bySentence = await askedBySentence(house, turn, controller, {
    within: (sentence) => {
      const parts = isExample(sentence) ? [] : within(sentence);
      return parts.some(({ cut }) => cut === 'words') ? [] : parts;
    },
    runnable,
  });
  if (bySentence.length > 1) return bySentence;
  const byMarks = whole === null || whole === 'cancel' || runnable(whole) ? within(turn.input) : [];
  return byMarks.length > 1 ? byMarks : bySentence;
}

/** Whether an input asks for several things that can be started; `surely`: each would be, and surely, if it were all that is asked. */
export async function asksForSeveral(
  house: House,
  turn: Turn,
  controller: Controller,
  { decided, how }: { readonly decided: Pick<Decided, 'facts'>; readonly how: 'likely' | 'surely' },
): Promise<boolean> {
  const requests = await requestsIn(house, turn, controller, { decided, whole: null });
  if (requests.length < 2 || requests.some(({ cut }) => cut === 'words')) return false;
  if (how === 'likely') return true;
  for (const request of requests) {
    if (!(await isSurelyAsked(house, turn, controller, request))) return false;
  }
  return true;
}

async function isSurelyAsked(house: House, turn: Turn, controller: Controller, request: Segment): Promise<boolean> {
  if (!runnableIn(controller.catalog)(request.task_type)) return false;
  if (request.confidence !== undefined) return isSure(request);
  const alone = askedAlone(request.text, await decideAlone(house, turn, controller, request.text), () => true);
  return alone !== null && alone.task_type === request.task_type && isSure(alone);
}

export function isBySentence(requests: readonly Segment[]): boolean {
  return requests.some(({ cut }) => cut === 'sentence');
}

/** Whether a type can be started. */
export function runnableIn({ types }: Catalog): (type: string) => boolean {
  return (type) => {
    const pkg = types.get(type);
    return pkg !== undefined && isRunnable(pkg);
  };
}
