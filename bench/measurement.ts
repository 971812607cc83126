/** One number, what it may be at most, and how it came about. */
export interface Measurement {
  /** What `--only` selects. */
  readonly name: string;
  /** One line for a reader who knows the product from its README. */
  readonly what: string;
  readonly value: number;
  readonly unit: 'x' | 'MB' | 'commits';
  /** The largest value that passes. */
  readonly target: number;
  /** The raw numbers behind it: medians in ms, sample sizes. */
  readonly detail: string;
}

export interface Measure {
  readonly name: string;
  /** Several where they come out of one run. */
  readonly run: () => Promise<readonly Measurement[]>;
}

export function passes({ value, target }: Measurement): boolean {
  return value <= target;
}
