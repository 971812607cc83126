import type { Command } from '../process.js';
import { type SupervisedChild, type Supervision, startSupervised } from './child.js';

/** Owns every child that is started through it. */
export interface Supervisor {
  /** Null once it was shut down: nothing is started any more. */
  start(command: Command, supervision: Supervision): SupervisedChild | null;
  /** Stops every child, and waits until they are gone. More than once is once. */
  shutdown(): Promise<void>;
}

export function createSupervisor(): Supervisor {
  const living = new Set<SupervisedChild>();
  let shutting: Promise<void> | null = null;
  const endAll = async (): Promise<void> => {
    await Promise.all(
      [...living].map(async (child) => {
        await child.stop();
        await child.ended;
      }),
    );
  };
  return {
    start: (command, supervision) => {
      if (shutting !== null) return null;
      const child = startSupervised(command, supervision);
      living.add(child);
      void child.ended.then(() => living.delete(child));
      return child;
    },
    shutdown: () => {
      shutting ??= endAll();
      return shutting;
    },
  };
}
