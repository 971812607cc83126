import { clip } from './clip.js';
import type { RunningWork } from './types.js';

/** Running work that the shown rounds do not hold. */
export interface RunningOutside {
  /** The newest, oldest first. */
  newest: RunningWork[];
  /** The others, counted by type; most frequent first. */
  rest: { type: string; count: number }[];
}

interface RunningCaps {
  newest: number;
  types: number;
  chars: number;
}

export const NOTHING_OUTSIDE: RunningOutside = { newest: [], rest: [] };

export function runningOutside(
  running: readonly RunningWork[],
  isShown: (work: RunningWork) => boolean,
  caps: RunningCaps,
): RunningOutside {
  const outside = running
    .filter((work) => !isShown(work))
    .sort((a, b) => a.round_id - b.round_id || a.task_id - b.task_id);
  const cut = Math.max(0, outside.length - caps.newest);
  return {
    newest: outside.slice(cut).map((work) => ({
      round_id: work.round_id,
      task_id: work.task_id,
      type: clip(work.type, caps.chars),
      run_id: work.run_id === null ? null : clip(work.run_id, 80),
      since: work.since === null ? null : clip(work.since, 40),
    })),
    rest: countByType(outside.slice(0, cut), caps),
  };
}

function countByType(works: readonly RunningWork[], caps: RunningCaps): RunningOutside['rest'] {
  const counts = new Map<string, number>();
  for (const work of works) {
    const type = clip(work.type, caps.chars);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const listed = sorted.slice(0, caps.types).map(([type, count]) => ({ type, count }));
  const others = sorted.slice(caps.types).reduce((sum, [, count]) => sum + count, 0);
  return others === 0 ? listed : [...listed, { type: 'other types', count: others }];
}
