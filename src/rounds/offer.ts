import { goesOn } from '../controller/parameters/yes-or-no.js';
import type { AlsoAsked, ReadBefore, TrackEvent } from '../environment/types.js';
import type { MainFact } from '../reply/facts.js';
import { loadRound } from '../store/rounds.js';
import type { House, Turn } from './house.js';

/** What is started where an offer is taken: the first of what the last reply offered; the rest is offered again. */
export interface Offer {
  readonly task_type: string;
  readonly text: string;
  readonly before: ReadBefore | null;
  readonly also_asked: readonly AlsoAsked[];
  readonly chosen_by: readonly TrackEvent[];
}

/** What a reply offers to start: kept with it, in the track, for the round that comes next. */
export function offeredBy(main: MainFact): readonly AlsoAsked[] {
  return 'also_asked' in main ? main.also_asked : [];
}

/** The offer of the round just before this one, where the input says yes to it. Null: it says something else, or nothing was offered. */
export async function offerTaken(house: House, { environment_id, round_id, input }: Turn): Promise<Offer | null> {
  if (!goesOn(input)) return null;
  const last = round_id - 1;
  const round = await house.store.read((tx) => loadRound(tx, environment_id, last));
  const track = round?.tasks.flatMap((task) => task.track) ?? [];
  const offered = track.findLast(({ agent, event }) => agent === 'reply' && event === 'compose')?.offered;
  const [first, ...rest] = Array.isArray(offered) ? offered.filter(isOffer) : [];
  if (first === undefined) return null;
  const taken = { agent: 'runtime', event: 'execute', reason: 'OFFER_TAKEN', return: `offered(round_id=${last})` };
  return { ...startOf(first), also_asked: rest, chosen_by: [taken] };
}

/** As it is stored by now; by an earlier version, or by another program, it may be without what it takes to start it. */
type Startable = Required<AlsoAsked>;

function startOf(offer: Startable): Pick<Offer, 'task_type' | 'text' | 'before'> {
  if ('said' in offer) return { task_type: offer.task_type, text: offer.said, before: null };
  const { chosen, request, round_id } = offer;
  return { task_type: chosen, text: request, before: { round_id, names: 'found' } };
}

function isOffer(value: unknown): value is Startable {
  if (typeof value !== 'object' || value === null) return false;
  const { said, task_type, chosen, request, round_id } = value as Record<string, unknown>;
  if (typeof said === 'string') return typeof task_type === 'string';
  return typeof chosen === 'string' && typeof request === 'string' && typeof round_id === 'number';
}
