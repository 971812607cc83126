import type { Both } from '../../kit/language.js';
import type { Refusal } from '../../kit/run-workflow.js';

import type { Unanswered } from './predictors/predictor.js';

/** What the reader of a result must know besides the scores. */
export type Note =
  | { code: 'no_folder'; folder: string }
  | { code: 'no_dataset' }
  | { code: 'dataset_url'; dataset: string }
  | { code: 'dataset_missing'; file: string }
  | { code: 'dataset_kind'; file: string }
  | { code: 'dataset_empty'; file: string }
  | { code: 'dataset_broken'; message: string }
  | { code: 'no_rows'; unusable: number }
  | { code: 'column_missing'; role: 'text' | 'label'; wanted: string | null; header: readonly string[] }
  | { code: 'column_twice'; column: string }
  | { code: 'too_many_classes'; column: string; max: number }
  | { code: 'many_unusable'; count: number; of: number; lines: readonly number[] }
  | { code: 'unusable'; count: number; lines: readonly number[] }
  | { code: 'one_class'; label: string }
  | { code: 'damaged' }
  | { code: 'encoding'; encoding: string }
  | { code: 'sampled'; rows: number; of: number; seed: number }
  | { code: 'no_predictor' }
  | { code: 'predictor_file'; file: string }
  | { code: 'bad_endpoint'; endpoint: string }
  | { code: 'barred_endpoint'; host: string; address: string }
  | { code: 'predictor_missing'; command: string; message: string }
  | { code: 'predictor_hung'; command: string; seconds: number; answers: number; rows: number }
  | { code: 'predictor_crashed'; command: string; exit: Both; said: string }
  | { code: 'predictor_flood'; command: string }
  | { code: 'more_rows'; rows: number; surplus: string }
  | { code: 'fewer_rows'; rows: number; answers: number }
  | { code: 'ids_disagree'; id: number }
  | { code: 'gave_up'; unanswered: number; of: number }
  | { code: 'many_unanswered'; count: number; of: number }
  | { code: 'unanswered'; count: number; reasons: readonly { kind: Unanswered; count: number; detail: string }[] }
  | { code: 'unknown_labels'; count: number; example: string }
  | { code: 'only_case'; count: number }
  | { code: 'below_accuracy'; accuracy: number; limit: number }
  | { code: 'below_f1'; f1: number; limit: number }
  | { code: 'below_baseline'; accuracy: number; baseline: number; same_rows: 'same' | 'other' }
  | { code: 'within_noise'; accuracy: number; baseline: number }
  | { code: 'baseline_unusable'; file: string; message: Both }
  | { code: 'close_call'; low: number; limit: number }
  | { code: 'no_limits' }
  | Refusal;

const FATAL: ReadonlySet<Note['code']> = new Set([
  ...([
    'no_folder',
    'no_dataset',
    'dataset_url',
    'dataset_missing',
    'dataset_kind',
    'dataset_empty',
    'dataset_broken',
  ] as const),
  ...(['no_rows', 'column_missing', 'column_twice', 'too_many_classes', 'many_unusable', 'no_predictor'] as const),
  ...([
    'predictor_file',
    'bad_endpoint',
    'barred_endpoint',
    'predictor_missing',
    'predictor_hung',
    'predictor_crashed',
  ] as const),
  ...(['predictor_flood', 'more_rows', 'fewer_rows', 'ids_disagree', 'gave_up', 'many_unanswered'] as const),
  ...(['baseline_unusable', 'bad_input', 'crashed'] as const),
]);

const RED: ReadonlySet<Note['code']> = new Set(['below_accuracy', 'below_f1', 'below_baseline']);

/** The work could not be done: whatever the numbers are, they are not the predictor's score. */
export function isFatal({ code }: Note): boolean {
  return FATAL.has(code);
}

export function isRed({ code }: Note): boolean {
  return RED.has(code);
}
