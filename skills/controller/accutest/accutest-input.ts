import { BadInputError } from '../../kit/errors.js';
import { commandField, type Fields, numberField, textField } from '../../kit/fields.js';
import type { WorkflowInput } from '../../kit/workflow-input.js';
import type { WantedColumns } from './dataset/columns.js';

/** Most rows that a sample may have: their places are kept in memory. */
const MAX_SAMPLE = 10_000_000;
const DEFAULT_BATCH = 1_000;

/** What accutest reads of its input. A value of the request wins over the project's. */
export interface AccutestInput {
  folder: string;
  dataset: string | null;
  columns: WantedColumns;
  /** A script of the project. */
  predictor: string | null;
  endpoint: string | null;
  predictor_command: readonly string[] | null;
  predictor_mode: 'batch' | 'row';
  /** Rows of one run of the command. */
  predictor_batch: number;
  /** Of one run, or of one request; null: the default of its kind. */
  timeout_ms: number | null;
  min_accuracy: number | null;
  min_f1: number | null;
  baseline: string | null;
  limit: number | null;
  seed: number;
}

export function accutestInput({ params, project }: Pick<WorkflowInput, 'params' | 'project'>): AccutestInput {
  const fields: Fields = { ...project, ...params };
  const mode = textField(fields, 'predictor_mode') ?? 'batch';
  if (mode !== 'batch' && mode !== 'row')
    throw new BadInputError('predictor_mode 必须是 batch 或 row', 'predictor_mode must be batch or row');
  const seconds = numberField(fields, 'predictor_timeout_sec', { min: 0.1, max: 86_400 });
  return {
    folder: textField(project, 'path') ?? process.cwd(),
    dataset: textField(fields, 'dataset'),
    columns: { text: textField(fields, 'text_column'), label: textField(fields, 'label_column') },
    predictor: textField(fields, 'predictor'),
    endpoint: textField(fields, 'endpoint'),
    predictor_command: commandField(project, 'predictor_command'),
    predictor_mode: mode,
    predictor_batch: wholeField(fields, 'predictor_batch', 100_000) ?? DEFAULT_BATCH,
    timeout_ms: seconds === null ? null : seconds * 1000,
    min_accuracy: shareField(fields, 'min_accuracy'),
    min_f1: shareField(fields, 'min_f1'),
    baseline: textField(fields, 'baseline'),
    limit: wholeField(fields, 'limit', MAX_SAMPLE),
    seed: numberField(fields, 'seed', { min: 0, max: 4_294_967_295 }) ?? 1,
  };
}

function wholeField(fields: Fields, key: string, max: number): number | null {
  const number = numberField(fields, key, { min: 1, max });
  if (number !== null && !Number.isInteger(number))
    throw new BadInputError(`${key} 必须是整数`, `${key} must be a whole number`);
  return number;
}

/** A share: `0.92`, `92%`, `92`. A number above 1 is a percentage. */
export function shareField(fields: Fields, key: string): number | null {
  const value = fields[key];
  if (value === undefined || value === null || value === '') return null;
  const match = /^\s*(\d{1,3}(?:\.\d{1,10})?|\.\d{1,10})\s*([%％]?)\s*$/.exec(String(value));
  const number = Number(match?.[1] ?? Number.NaN);
  const share = match?.[2] !== '' || number > 1 ? number / 100 : number;
  if (!(share >= 0 && share <= 1))
    throw new BadInputError(`${key} 必须是比例，例如 0.92 或 92%`, `${key} must be a share such as 0.92 or 92%`);
  return share;
}
