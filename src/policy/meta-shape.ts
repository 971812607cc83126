/**
 * What a file says about itself is checked by hand: these rooms are read with every cold start, and a schema library would cost more than the
 * files. A right checksum says that the bytes are those that were written, not that whoever wrote them knew the format.
 */
export type Shape = (value: unknown) => boolean;

export const isText: Shape = (value) => typeof value === 'string';

/** A number from `least` to `most`, both included. */
export const within =
  (least: number, most: number): Shape =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;

export const wholeWithin =
  (least: number, most: number): Shape =>
  (value) =>
    Number.isInteger(value) && within(least, most)(value);

export const listOf =
  (each: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(each);

export const pairOf =
  (first: Shape, second: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object of any keys. */
export const mapOf =
  (each: Shape): Shape =>
  (value) =>
    isObject(value) && Object.values(value).every(each);

/** An object that has at least these keys. */
export const objectOf =
  (keys: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isObject(value) && Object.entries(keys).every(([key, shape]) => Object.hasOwn(value, key) && shape(value[key]));

/** The first key of these whose value is not as it should be; `JSON` where there is no object at all. Null: all are. */
export function misshapen(value: unknown, keys: Readonly<Record<string, Shape>>): string | null {
  if (!isObject(value)) return 'JSON';
  const wrong = Object.entries(keys).find(([key, shape]) => !Object.hasOwn(value, key) || !shape(value[key]));
  return wrong?.[0] ?? null;
}

/** Undefined where it is no JSON. */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
