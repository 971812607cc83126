import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './sqlite-error.js';

/** Repeats `attempt` while another process holds the database, until `waitMs` have passed or it may not be repeated; then the busy error is thrown. */
export async function whileBusy<T>(
  waitMs: number,
  attempt: () => T | Promise<T>,
  mayRepeat: () => boolean = () => true,
): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || !mayRepeat() || performance.now() >= deadline) throw error;
      await delay(1 + Math.random() * 20);
    }
  }
}
