/** Measures the route index on `{text, label}` files with the product's own code. */

import { ProductError } from '../../src/errors/product-error.js';
import { serialize } from '../../src/policy/route-index.js';
import { parseArguments } from './arguments.js';
import { readDataset } from './dataset.js';
import { buildIndex, decideAll } from './decide.js';
import { fitCalibration } from './fit-calibration.js';
import { type Report, type Run, report } from './report.js';
import { type Split, splits } from './splits.js';

function run({ train, questions }: Split): Run {
  const started = performance.now();
  const index = buildIndex(train);
  const train_ms = performance.now() - started;
  return { train_ms, index_bytes: serialize(index).length, answers: decideAll(index, questions) };
}

function inWords(result: Report): string {
  const percent = (value: number | null) => (value === null ? '–' : `${(value * 100).toFixed(2)} %`);
  return [
    `accuracy             ${percent(result.accuracy)}`,
    ...Object.entries(result.accuracy_by_file).map(([file, value]) => `  ${percent(value)}  ${file}`),
    `out-of-scope AUROC   ${result.oos_auroc === null ? '–' : result.oos_auroc.toFixed(4)}`,
    `decision p50 / p99   ${result.p50_ms.toFixed(3)} / ${result.p99_ms.toFixed(3)} ms`,
    `training             ${result.train_ms.toFixed(0)} ms, index ${(result.index_bytes / 1e6).toFixed(1)} MB`,
    `at the threshold     in scope kept ${percent(result.in_scope_kept)}, out of scope passed ${percent(result.out_of_scope_passed)}`,
    `runs                 ${result.runs}`,
  ].join('\n');
}

try {
  const args = parseArguments(process.argv.slice(2));
  const train = args.train.map(readDataset);
  if (args.calibrate) {
    const fitted = fitCalibration(train.flatMap(({ examples }) => examples));
    console.log(JSON.stringify({ ...fitted, data_sha256: train.map(({ sha256 }) => sha256) }, null, 2));
  } else {
    const runs = [...splits(args, train, args.test.map(readDataset))].map(run);
    const result = report(runs);
    console.log(args.json ? JSON.stringify(result) : inWords(result));
  }
} catch (error) {
  if (!(error instanceof ProductError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
