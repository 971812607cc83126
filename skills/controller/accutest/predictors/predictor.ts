import type { Row } from '../dataset/read-rows.js';
import type { Note } from '../notes.js';

/** What a predictor said of one row. */
export type Prediction = { label: string; score: number | null } | { unanswered: Unanswered; detail: string };

/** Why there is no label. */
export type Unanswered =
  | 'timeout'
  | 'exit'
  | 'not_started'
  | 'http_status'
  | 'redirect'
  | 'connection'
  | 'too_long'
  | 'no_label';

/** `stopped`: nothing can be said of this portion, nor of any later one. */
export type Predicted = { predictions: readonly Prediction[] } | { stopped: Note };

export interface Predictor {
  /** Rows that it is handed at once. */
  readonly portion: number;
  /** One prediction a row, in order. Must not throw; what goes wrong is said in what it returns. `tick` is called while it works. */
  predict(rows: readonly Row[], tick: (done: number) => void): Promise<Predicted>;
}
