/** What the figures of a run are held against; null: not asked for. */
export interface Limits {
  p95_ms: number | null;
  p99_ms: number | null;
  min_rps: number | null;
  /** From 0 to 1, of all requests. */
  max_error_rate: number;
}

export const DEFAULT_LIMITS = { max_error_rate: 0.01 } as const;

export type LimitName = keyof Limits;

export interface Figures {
  requests: number;
  /** 2xx answers per second. */
  rps: number;
  /** Of 2xx answers and of requests that waited in vain; null where there were none. */
  latency_ms: { p50: number; p90: number; p95: number; p99: number; max: number; mean: number } | null;
  error_rate: number;
}

export interface Check {
  limit: LimitName;
  wanted: number;
  /** Null: there is nothing to hold against it. */
  found: number | null;
  met: boolean;
}

/** Every limit that was asked for, and whether it holds. What could not be measured does not hold. */
export function checkLimits(limits: Limits, figures: Figures): Check[] {
  const atMost = (limit: LimitName, found: number | null) => check(limit, limits[limit], found, (is, max) => is <= max);
  return [
    ...atMost('p95_ms', figures.latency_ms?.p95 ?? null),
    ...atMost('p99_ms', figures.latency_ms?.p99 ?? null),
    ...check('min_rps', limits.min_rps, figures.rps, (is, min) => is >= min),
    ...atMost('max_error_rate', figures.error_rate),
  ];
}

function check(
  limit: LimitName,
  wanted: number | null,
  found: number | null,
  holds: (found: number, wanted: number) => boolean,
): Check[] {
  return wanted === null ? [] : [{ limit, wanted, found, met: found !== null && holds(found, wanted) }];
}
