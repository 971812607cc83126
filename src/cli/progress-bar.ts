import type { JobProgress } from '../jobs/progress.js';
import type { Words } from '../reply/words.js';

const CELLS = 16;

/** `[██████··········] 8/21 tests · run tests · 2.7/s, 5 s left`: a bar where the total is known, and how fast it goes where that can be told. */
export function progressBar(
  progress: JobProgress,
  elapsedMs: number,
  { duration, left }: Pick<Words, 'duration' | 'left'>,
): string {
  const { done, total, text } = progress;
  if (done === null || total === null || total <= 0) return text;
  const filled = Math.min(CELLS, Math.max(0, Math.round((done / total) * CELLS)));
  const bar = `[${'█'.repeat(filled)}${'·'.repeat(CELLS - filled)}]`;
  if (done <= 0 || done >= total || elapsedMs <= 0) return `${bar} ${text}`;
  const perSecond = done / (elapsedMs / 1000);
  const remaining = ((total - done) / perSecond) * 1000;
  return `${bar} ${text} · ${rate(perSecond)}, ${left(duration(remaining))}`;
}

function rate(perSecond: number): string {
  return perSecond >= 1 ? `${perSecond.toFixed(1)}/s` : `${(perSecond * 60).toFixed(1)}/min`;
}
