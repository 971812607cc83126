import { jsonFlaw } from '../protocol/json-flaw.js';

/** The newest a workflow said about itself. */
export interface JobProgress {
  /** One line for people: `3/10 cases · login`. */
  text: string;
  step: string | null;
  step_index: number | null;
  step_total: number | null;
  done: number | null;
  total: number | null;
  unit: string | null;
  /** Paths announced by `artifact`. */
  artifacts: string[];
  /** The newest `usage` object. */
  usage: Record<string, unknown> | null;
  /** Lines of events.jsonl that could not be understood. */
  bad_lines: number;
  /** When the newest line was read. */
  at: string;
}

const ARTIFACTS_MAX = 50;
const TEXT_MAX = 200;
const DEEPEST_EVENT = 16;

export function emptyProgress(at: string): JobProgress {
  return {
    text: '',
    step: null,
    step_index: null,
    step_total: null,
    done: null,
    total: null,
    unit: null,
    artifacts: [],
    usage: null,
    bad_lines: 0,
    at,
  };
}

/** Takes one line of events.jsonl into account. A line that is no event is counted, never an error. */
export function applyEventLine(progress: JobProgress, line: string, at: string): JobProgress {
  if (line.trim() === '') return progress;
  const event = parseEvent(line);
  if (event === null) return { ...progress, bad_lines: progress.bad_lines + 1, at };
  const next = { ...progress, at };
  switch (event.event ?? event.type) {
    case 'heartbeat':
    // What a back-end does, event by event: kept for readers of the file.
    case 'agent':
      return next;
    case 'step':
      return withText({
        ...next,
        step: text(event.name),
        step_index: count(event.index),
        step_total: count(event.total),
        done: null,
        total: null,
        unit: null,
      });
    case 'progress':
      return withText({ ...next, done: count(event.done), total: count(event.total), unit: text(event.unit) });
    case 'artifact': {
      const path = text(event.path);
      if (path === null) return { ...next, bad_lines: next.bad_lines + 1 };
      return { ...next, artifacts: [...next.artifacts, path].slice(-ARTIFACTS_MAX) };
    }
    case 'usage': {
      const { event: _event, type: _type, ...usage } = event;
      return { ...next, usage };
    }
    default:
      return { ...next, bad_lines: next.bad_lines + 1 };
  }
}

/** Reads a stored progress; null when there is none. */
export function parseProgress(stored: string | null): JobProgress | null {
  return stored === null ? null : (JSON.parse(stored) as JobProgress);
}

function withText(progress: JobProgress): JobProgress {
  const { done, total, unit, step, step_index, step_total } = progress;
  const parts: string[] = [];
  if (done !== null) parts.push(`${done}${total === null ? '' : `/${total}`}${unit === null ? '' : ` ${unit}`}`);
  if (step !== null) {
    parts.push(step_index === null ? step : `${step} (${step_index}${step_total === null ? '' : `/${step_total}`})`);
  }
  return { ...progress, text: parts.join(' · ') };
}

function parseEvent(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    const usable = typeof value === 'object' && value !== null && !Array.isArray(value);
    return usable && jsonFlaw(value, DEEPEST_EVENT) === null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, TEXT_MAX) : null;
}
