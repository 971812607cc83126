import type { App } from '../../app-interface.js';
import type { Language } from '../../environment/language.js';
import type { JobProgress } from '../../jobs/progress.js';
import type { CompletedFact } from '../../reply/facts.js';
import { progressLine } from '../progress-line.js';
import { cells, shorten } from '../table.js';

export interface Following {
  /** Starts following a job; twice is once. */
  add(runId: string, taskType: string, language: Language): void;
  /** Its end is told elsewhere. */
  leave(runId: string): void;
  /** One line a job: what it is and how far, in so many cells together. */
  progress(width: number): string;
  /** Stops following, not the jobs. */
  stop(): Promise<void>;
}

export interface FollowingHooks {
  progressText(progress: JobProgress): string;
  onProgress(): void;
  onEnd(completion: CompletedFact, language: Language): void;
  onError(error: unknown): void;
}

const BETWEEN = ' · ';

/** Follows the jobs a conversation has started, in the background. */
export function following(app: App, environment: string, hooks: FollowingHooks): Following {
  const leaving = new AbortController();
  const followed = new Map<string, { name: string; text: string; done: Promise<void> }>();
  const left = new Set<Promise<void>>();

  const follow = async (runId: string, language: Language): Promise<void> => {
    try {
      const ended = await app.watch(runId, {
        environment,
        signal: leaving.signal,
        onEvent: (event) => {
          const entry = followed.get(runId);
          if (entry === undefined || event.event !== 'progress') return;
          entry.text = hooks.progressText(event.progress);
          hooks.onProgress();
        },
      });
      const isFollowed = followed.delete(runId);
      if (ended !== null && isFollowed) hooks.onEnd(ended.completion, language);
    } catch (error) {
      if (followed.delete(runId)) hooks.onError(error);
    }
  };

  return {
    add: (runId, taskType, language) => {
      if (followed.has(runId)) return;
      const entry = { name: taskType, text: '', done: Promise.resolve() };
      followed.set(runId, entry);
      entry.done = follow(runId, language);
    },
    leave: (runId) => {
      const entry = followed.get(runId);
      if (entry !== undefined) left.add(entry.done);
      followed.delete(runId);
    },
    progress: (width) => {
      const jobs = [...followed.values()];
      const share = Math.floor((width - BETWEEN.length * (jobs.length - 1)) / jobs.length);
      const whole = jobs.map(({ name, text }) => `${name} ${text}`.trim()).join(BETWEEN);
      if (cells(whole) <= width) return whole;
      return shorten(jobs.map(({ name, text }) => progressLine(name, text, share)).join(BETWEEN), width);
    },
    stop: async () => {
      leaving.abort();
      await Promise.all([...left, ...[...followed.values()].map(({ done }) => done)]);
    },
  };
}
