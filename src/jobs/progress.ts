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
