/** Gives up on one try: on its caller's word, or when nothing was heard for too long. */
export interface Clock {
  readonly signal: AbortSignal;
  /** Nothing came in time. */
  readonly late: () => boolean;
  /** A sign of life: the time starts anew. */
  readonly heard: () => void;
  readonly stop: () => void;
}

export function startClock(limitMs: number, caller: AbortSignal): Clock {
  const controller = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, limitMs);
  const cancel = () => controller.abort();
  if (caller.aborted) cancel();
  else caller.addEventListener('abort', cancel, { once: true });
  return {
    signal: controller.signal,
    late: () => late,
    heard: () => {
      timer.refresh();
    },
    stop: () => {
      clearTimeout(timer);
      caller.removeEventListener('abort', cancel);
    },
  };
}
