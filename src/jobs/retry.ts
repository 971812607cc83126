const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/** How long to wait after attempt `attempt` failed: doubling from a second up to a minute, spread by a fifth so that jobs that failed together do not return together. */
export function retryDelayMs(attempt: number, random: () => number = Math.random): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return Math.round(delay * (0.8 + 0.4 * random()));
}
