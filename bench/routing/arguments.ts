import { parseArgs } from 'node:util';
import { UsageError } from '../../src/errors/product-error.js';
import { verbatim } from '../../src/errors/said.js';

export interface BenchArguments {
  readonly train: readonly string[];
  readonly test: readonly string[];
  /** Training examples per label; null: all. */
  readonly shots: number | null;
  readonly seeds: number;
  readonly folds: number;
  readonly json: boolean;
  readonly calibrate: boolean;
}

export const USAGE = `npm run bench:routing -- --train FILE [--train FILE …] [--test FILE …] [--shots K] [--seeds N] [--folds K] [--json]
  --train FILE   {"text", "label"} per line; several files train one index, each is reported
  --test FILE    tested on; without one, cross-validation on the training files
  --shots K      K training examples per label, a seeded shuffle
  --seeds N      mean over N seeds (default 5 with --shots, 3 with folds, else 1)
  --folds K      of the cross-validation (default 5)
  --calibrate    fit the shipped calibration on the training files and print it`;

export function parseArguments(argv: readonly string[]): BenchArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      train: { type: 'string', multiple: true, default: [] },
      test: { type: 'string', multiple: true, default: [] },
      shots: { type: 'string' },
      seeds: { type: 'string' },
      folds: { type: 'string' },
      json: { type: 'boolean', default: false },
      calibrate: { type: 'boolean', default: false },
    },
  });
  if (values.train.length === 0) throw new UsageError(verbatim(USAGE));
  const shots = values.shots === undefined ? null : positive('--shots', values.shots);
  const usualSeeds = shots !== null ? 5 : values.test.length === 0 ? 3 : 1;
  return {
    train: values.train,
    test: values.test,
    shots,
    seeds: values.seeds === undefined ? usualSeeds : positive('--seeds', values.seeds),
    folds: values.folds === undefined ? 5 : positive('--folds', values.folds),
    json: values.json,
    calibrate: values.calibrate,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(verbatim(`${name} ${text}: expected a whole number from 1`));
  return value;
}
