import type { Channel } from '../channel.js';
import type { RecordProblem } from './errors.js';
import { KEPT, referenceOf } from './reference.js';

type Values = Readonly<Record<string, unknown>>;

/** The values of a channel that are no references: what its file holds. */
export interface KeptValues {
  readonly httpHeaders?: Values;
  readonly environment?: Values;
  readonly overrideHeaders?: Values;
  readonly overrideBody?: Values;
}

const PARTS = ['httpHeaders', 'environment', 'overrideHeaders', 'overrideBody'] as const;
type Part = (typeof PARTS)[number];

const PLACES: Readonly<Record<Part, string>> = {
  httpHeaders: 'httpHeaders',
  environment: 'environment',
  overrideHeaders: 'requestOverrides.headers',
  overrideBody: 'requestOverrides.body',
};

/** The parts of a channel that hold values, each by its name; absent where the channel has none. */
export function partsOf({
  httpHeaders,
  environment,
  requestOverrides,
}: Channel): Readonly<Partial<Record<Part, Values>>> {
  const { headers, body } = requestOverrides ?? {};
  return given({ httpHeaders, environment, overrideHeaders: headers, overrideBody: body });
}

/** The channel with these parts in place of its own. */
export function withParts(channel: Channel, parts: Readonly<Partial<Record<Part, Values>>>): Channel {
  const { httpHeaders: _, environment: __, requestOverrides, ...rest } = channel;
  const overrides = given({ headers: parts.overrideHeaders, body: parts.overrideBody });
  return {
    ...rest,
    ...given({ httpHeaders: parts.httpHeaders, environment: parts.environment }),
    ...(requestOverrides === undefined ? {} : { requestOverrides: overrides }),
  } as Channel;
}

/**
 * A channel as its row keeps it, and the values that its file keeps. `before`: what the file held, for values that are given back as
 * `secret:kept`; where nothing was held, that is a problem.
 */
export function separate(
  channel: Channel,
  before: KeptValues,
): { row: Channel; kept: KeptValues; problems: RecordProblem[] } {
  const problems: RecordProblem[] = [];
  const rows: Partial<Record<Part, Values>> = {};
  const kept: Partial<Record<Part, Values>> = {};
  const parts = partsOf(channel);
  for (const part of PARTS) {
    const values = parts[part];
    if (values === undefined) continue;
    const keep: [string, unknown][] = [];
    const row = Object.entries(values).map(([name, value]): [string, unknown] => {
      if (typeof value === 'string' && referenceOf(value) !== null) return [name, value];
      const held = before[part];
      if (value !== KEPT) keep.push([name, value]);
      else if (held !== undefined && Object.hasOwn(held, name)) keep.push([name, held[name]]);
      else problems.push({ path: `${PLACES[part]}.${name}`, message: NOTHING_KEPT });
      return [name, KEPT];
    });
    rows[part] = Object.fromEntries(row);
    if (keep.length > 0) kept[part] = Object.fromEntries(keep);
  }
  return { row: withParts(channel, rows), kept, problems };
}

const NOTHING_KEPT = {
  en: `${KEPT} stands for a value that is kept already, and none is`,
  zh: `${KEPT} 表示沿用已保存的值，但这里没有`,
};

/** The channel with its kept values back in their places, and the places that the file has no value for. */
export function rejoin(row: Channel, kept: KeptValues): { channel: Channel; missing: string[] } {
  const missing: string[] = [];
  const joined: Partial<Record<Part, Values>> = {};
  const parts = partsOf(row);
  for (const part of PARTS) {
    const values = parts[part];
    if (values === undefined) continue;
    const held = kept[part];
    joined[part] = Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (value !== KEPT) return [name, value];
        if (held !== undefined && Object.hasOwn(held, name)) return [name, held[name]];
        missing.push(`${PLACES[part]}.${name}`);
        return [name, value];
      }),
    );
  }
  return { channel: withParts(row, joined), missing };
}

export function placeOf(part: Part, name: string): string {
  return `${PLACES[part]}.${name}`;
}

function given<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
