import type { App } from '../app-interface.js';
import type { Language } from '../environment/language.js';
import type { JobEvent } from '../jobs/follow.js';
import { wordsOf } from '../reply/words.js';
import type { Watched } from '../rounds/watch.js';
import type { Face } from './face.js';
import { progressLine } from './progress-line.js';
import { progressText } from './progress-text.js';
import { statusLine } from './status-line.js';

export type Followed = { readonly end: 'timed_out' | 'interrupted' } | ({ readonly end: 'ended' } & Watched);

/** Waits for a job with its progress on the terminal, then prints how it ended. `seconds` null: as long as it takes. */
export async function follow(
  face: Face,
  app: App,
  environment: string,
  runId: string,
  seconds: number | null,
  language: Language,
): Promise<Followed> {
  const limit = seconds === null ? null : AbortSignal.timeout(seconds * 1000);
  const signal = limit === null ? face.signal : AbortSignal.any([face.signal, limit]);
  const line = statusLine(face.live);
  const onEvent = (event: JobEvent): void => {
    if (event.event === 'progress')
      line.showIn((width) => progressLine(runId, progressText(event.progress, face.words), width));
  };
  const watched = await app.watch(runId, { environment, onEvent, signal });
  line.clear();
  if (watched === null) {
    const interrupted = face.signal.aborted;
    face.hint(interrupted ? face.words.goesOn(runId) : face.words.stillRunning(runId, seconds ?? 0));
    return { end: interrupted ? 'interrupted' : 'timed_out' };
  }
  if (!face.json) face.print(wordsOf(language).completed(watched.completion));
  return { end: 'ended', ...watched };
}
