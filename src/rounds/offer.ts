import { goesOn, yesOrNo } from '../controller/parameters/yes-or-no.js';
import type { AlsoAsked, ReadBefore, Round, TrackEvent } from '../environment/types.js';
import type { MainFact } from '../reply/facts.js';
import { loadRound, loadRounds } from '../store/rounds.js';
import type { House, Turn } from './house.js';
import type { QuestionEnd } from './question-end.js';

/** So many rounds after it an offer can be taken up in words of its own. */
const OFFER_ROUNDS = 5;

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
  const [first, ...rest] = round === null ? [] : offersOf(round);
  if (first === undefined) return null;
  const taken = { agent: 'runtime', event: 'execute', reason: 'OFFER_TAKEN', return: `offered(round_id=${last})` };
  return { ...startOf(first), also_asked: rest, chosen_by: [taken] };
}

/** What is begun, and what else its own words ask for. */
interface Begun {
  readonly task_type: string;
  readonly also_asked: readonly AlsoAsked[];
}

/**
 * What was asked for before and is offered once more, in its order: where a request takes up one of the things that were offered last, the others,
 * unless they were declined; where it takes the place of one whose question was open, what was to be offered after that.
 */
export async function stillOffered(
  house: House,
  { environment_id, round_id }: Turn,
  { task_type, also_asked }: Begun,
  ends: QuestionEnd | null,
): Promise<readonly AlsoAsked[]> {
  if (task_type === 'status') return [];
  const after = ends?.question.also_asked ?? [];
  const left = after.length > 0 ? after : await besideTaken(house, { environment_id, round_id }, task_type);
  const begun = [task_type, ...also_asked.map(typeOf)];
  return left.filter((offer) => !begun.includes(typeOf(offer)));
}

/** The last offer, where one of it is of a type. Empty: none is, or it was declined since. */
async function besideTaken(
  house: House,
  { environment_id, round_id }: Pick<Turn, 'environment_id' | 'round_id'>,
  task_type: string,
): Promise<readonly AlsoAsked[]> {
  const rounds = await house.store.read((tx) =>
    loadRounds(tx, environment_id, { last: OFFER_ROUNDS + 1, track: true }),
  );
  const earlier = rounds.filter((round) => round.round_id < round_id);
  const at = earlier.findLastIndex((round) => offersOf(round).length > 0);
  const [offering, ...since] = at < 0 ? [] : earlier.slice(at);
  if (offering === undefined || since.some(({ user_input }) => declines(user_input))) return [];
  const begun = since.flatMap(({ tasks }) => tasks.map(({ task }): string | undefined => task.type));
  const left = offersOf(offering).filter((offer) => !begun.includes(typeOf(offer)));
  return left.some((offer) => typeOf(offer) === task_type) ? left : [];
}

function declines(input: string): boolean {
  const said = yesOrNo(input);
  return said === 'no' || said === 'leave';
}

function offersOf(round: Round): readonly Startable[] {
  const track = round.tasks.flatMap((task) => task.track);
  const offered = track.findLast(({ agent, event }) => agent === 'reply' && event === 'compose')?.offered;
  return Array.isArray(offered) ? offered.filter(isOffer) : [];
}

function typeOf(offer: AlsoAsked): string | undefined {
  return 'said' in offer ? offer.task_type : offer.chosen;
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
