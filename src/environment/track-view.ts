import { canonicalJson } from '../protocol/canonical-json.js';
import { clip } from './clip.js';
import type { TrackEvent } from './types.js';

/** One step of a task, as a view shows it. */
export interface TrackEventView {
  agent: string;
  event?: string;
  action_kind?: string;
  tool?: string;
  run_id?: string;
  task_status?: string;
  reason?: string;
  /** What came of the step. */
  return?: string;
}

const NAMES = ['event', 'action_kind', 'tool', 'run_id', 'task_status'] as const;
/** Where the result of a step is looked for: `return` is the normalised one. */
const RESULTS = ['return', 'observation', 'task_result', 'analysis', 'reply', 'task_content'] as const;
const NAME_CHARS = 60;

export function viewTrackEvent(event: TrackEvent, cap: number): TrackEventView {
  const view: TrackEventView = { agent: clip(event.agent, NAME_CHARS) };
  for (const name of NAMES) {
    const value = event[name];
    if (value !== undefined) view[name] = clip(asText(value), NAME_CHARS);
  }
  if (event.reason !== undefined) view.reason = clip(asText(event.reason), cap);
  const result = resultOf(event);
  if (result !== undefined) view.return = clip(asText(result), cap);
  return view;
}

/** What came of a step: its `return`, else the first of the fields that hold a result. */
export function resultOf(event: TrackEvent): unknown {
  const field = RESULTS.find((name) => event[name] !== undefined);
  return field === undefined ? undefined : event[field];
}

/** Text as it is, anything else as JSON with sorted keys. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}
