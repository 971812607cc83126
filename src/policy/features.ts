import { nGramsOf } from './n-grams.js';
import { MAX_CHARS } from './normalize.js';
import { tokenize } from './tokens.js';

/** Weight of one occurrence of each of NGRAM_KINDS, before term frequency and idf. */
export const KIND_WEIGHT = Float64Array.of(2, 1, 1, 2, 2, 1);

export interface Features {
  /** What they were read from. */
  readonly tokens: readonly string[];
  /** Distinct keys in order of first occurrence. */
  readonly keys: Uint32Array;
  /** Kind weight × (1 + ln term frequency). */
  readonly values: Float64Array;
}

let last: { readonly text: string; readonly features: Features } | null = null;

/** The features of one text. Those of the last one are kept: a decision asks for them once for its routes and once for its actions. */
export function extract(text: string): Features {
  if (last?.text === text) return last.features;
  const features = featuresOf(text);
  last = text.length > MAX_CHARS ? null : { text, features };
  return features;
}

let memory = memoryFor(1024);

/** Reads the features of one of many texts. */
export function featuresOf(text: string): Features {
  const tokens = tokenize(text);
  const { count, keys: read, kinds } = nGramsOf(tokens);
  if (count > memory.keys.length) memory = memoryFor(count);
  const { keys, weights, counts, places } = memory;
  const slots = slotsFor(count);
  places.fill(0, 0, slots);
  const mask = slots - 1;
  let size = 0;
  for (let each = 0; each < count; each += 1) {
    const key = read[each] as number;
    let slot = key & mask;
    let place = (places[slot] as number) - 1;
    while (place >= 0 && keys[place] !== key) {
      slot = (slot + 1) & mask;
      place = (places[slot] as number) - 1;
    }
    if (place < 0) {
      place = size;
      size += 1;
      places[slot] = size;
      keys[place] = key;
      weights[place] = KIND_WEIGHT[kinds[each] as number] as number;
      counts[place] = 0;
    }
    counts[place] = (counts[place] as number) + 1;
  }
  const values = new Float64Array(size);
  for (let at = 0; at < size; at += 1) {
    const times = counts[at] as number;
    values[at] = (weights[at] as number) * (times === 1 ? 1 : 1 + Math.log(times));
  }
  return { tokens, keys: keys.slice(0, size), values };
}

/** Room for so many distinct keys; `places` finds them by open addressing and holds place + 1. */
function memoryFor(most: number) {
  return {
    keys: new Uint32Array(most),
    weights: new Float64Array(most),
    counts: new Int32Array(most),
    places: new Int32Array(slotsFor(most)),
  };
}

/** A power of two, so that at most half of them are taken. */
function slotsFor(keys: number): number {
  let slots = 64;
  while (slots < keys * 2) slots *= 2;
  return slots;
}
