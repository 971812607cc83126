import type { TaskStatus, TrackEvent } from '../../environment/types.js';

/** An environment read from a file: checked, with every known key in its place and every other in `extra`. */
export interface ImportedEnvironment {
  rounds: ImportedRound[];
  cur_round: number;
  updated_at: string | undefined;
  summaries: ImportedSummary[];
  history_meta_summary: string;
  pending_question: string | null;
  extra: Record<string, unknown>;
}

export interface ImportedRound {
  round_id: number;
  user_input: string;
  reply: string;
  /** '' where the file does not say. */
  started_at: string;
  finished_at: string;
  tasks: ImportedTask[];
  extra: Record<string, unknown>;
}

export interface ImportedTask {
  task_id: number;
  type: string;
  content: string;
  status: TaskStatus;
  result: string;
  params: Record<string, unknown> | null;
  reason: string | null;
  track: TrackEvent[];
  /** It was running in the file; it is failed here. */
  lost: boolean;
  extra: { record?: Record<string, unknown>; task?: Record<string, unknown> };
}

export interface ImportedSummary {
  summary_id: number;
  round_start: number;
  round_end: number;
  round_count: number;
  summary: string;
  created_at: string | undefined;
  extra: Record<string, unknown>;
}
