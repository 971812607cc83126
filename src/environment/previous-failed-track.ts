import { canonicalJson } from '../protocol/canonical-json.js';
import type { EnvironmentFacts, TaskStatus, TrackEvent } from './types.js';

/** The most recent failed task with all that happened in it. */
export interface PreviousFailedTrack {
  round_id: number;
  task_id: number;
  type: string;
  content: string;
  status: TaskStatus;
  result: string;
  track: TrackEvent[];
}

/** Null when nothing ever failed. The track is whole, its keys sorted: whoever shows it to a model trims it like any tool result. */
export function previousFailedTrack(facts: EnvironmentFacts): PreviousFailedTrack | null {
  if (facts.previous_failed === null) return null;
  const { round_id, record } = facts.previous_failed;
  const { type, content, status, result } = record.task;
  return { round_id, task_id: record.task_id, type, content, status, result, track: record.track.map(sorted) };
}

function sorted(event: TrackEvent): TrackEvent {
  return JSON.parse(canonicalJson(event)) as TrackEvent;
}
