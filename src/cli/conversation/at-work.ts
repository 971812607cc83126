/** The request that is being carried out, as Ctrl-C sees it. */
export interface AtWork {
  /** `work` is given the signal that Ctrl-C sets off. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Stops what waits for this process. False: there is nothing, or it was asked to stop before. */
  interrupt(): boolean;
}

/** `leaving`: set off when the whole conversation is to end. */
export function atWork(leaving: AbortSignal): AtWork {
  let current: AbortController | null = null;
  return {
    during: async (work) => {
      const mine = new AbortController();
      current = mine;
      try {
        return await work(AbortSignal.any([mine.signal, leaving]));
      } finally {
        current = null;
      }
    },
    interrupt: () => {
      if (current === null || current.signal.aborted) return false;
      current.abort();
      return true;
    },
  };
}
