import type { App } from '../../app-interface.js';
import type { Language } from '../../environment/language.js';
import type { JobProgress } from '../../jobs/progress.js';
import type { CompletedFact } from '../../reply/facts.js';

export interface Following {
  /** Starts following a job; twice is once. */
  add(runId: string, taskType: string, language: Language): void;
  /** Its end is told elsewhere. */
  leave(runId: string): void;
  /** One line a job: what it is and how far. */
  progress(): string[];
  /** Stops following, not the jobs. */
  stop(): Promise<void>;
}

export interface FollowingHooks {
  progressText(progress: JobProgress): string;
  onProgress(): void;
  onEnd(completion: CompletedFact, language: Language): void;
  onError(error: unknown): void;
}

/** Follows the jobs a conversation has started, in the background. */
export function following(app: App, environment: string, hooks: FollowingHooks): Following {
  const leaving = new AbortController();
  const followed = new Map<string, { line: string; done: Promise<void> }>();
  const left = new Set<Promise<void>>();

  const follow = async (runId: string, taskType: string, language: Language): Promise<void> => {
    try {
      const ended = await app.watch(runId, {
        environment,
        signal: leaving.signal,
        onEvent: (event) => {
          const entry = followed.get(runId);
          if (entry === undefined || event.event !== 'progress') return;
          entry.line = `${taskType} ${hooks.progressText(event.progress)}`;
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
      const entry = { line: taskType, done: Promise.resolve() };
      followed.set(runId, entry);
      entry.done = follow(runId, taskType, language);
    },
    leave: (runId) => {
      const entry = followed.get(runId);
      if (entry !== undefined) left.add(entry.done);
      followed.delete(runId);
    },
    progress: () => [...followed.values()].map(({ line }) => line),
    stop: async () => {
      leaving.abort();
      await Promise.all([...left, ...[...followed.values()].map(({ done }) => done)]);
    },
  };
}
