import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { oneLine } from '../../kit/bounded-text.js';
import type { JobEvents } from '../../kit/job-events.js';
import type { Verdict } from '../../kit/language.js';
import type { Refusal } from '../../kit/run-workflow.js';
import type { AccutestInput } from './accutest-input.js';
import { type Baseline, readBaseline } from './baseline.js';
import { type Columns, chooseColumns } from './dataset/columns.js';
import { RecordTooLongError } from './dataset/csv-reader.js';
import { type DatasetFile, openDataset } from './dataset/dataset-file.js';
import { readHeader } from './dataset/read-rows.js';
import { MAX_CLASSES, portions, type Survey, survey } from './dataset/survey.js';
import { compare, type Limits, verdictOf } from './judge.js';
import { isFatal, type Note } from './notes.js';
import { type Chosen, choosePredictor } from './predictors/choose-predictor.js';
import { type Matrix, matrixOf, type Pair, pairsOf } from './scores/matrix.js';
import { type Scores, scoresOf } from './scores/scores.js';
import type { WorstError } from './scores/worst-errors.js';
import { MAX_UNUSABLE_SHARE, Tally } from './tally.js';

const STEPS = 2;

export interface Facts {
  verdict: Verdict;
  notes: readonly Note[];
  /** Null where no row was scored. */
  scored: Scored | null;
  dataset: DatasetFacts | null;
  predictor: Chosen['name'] | null;
  limits: Limits;
  baseline: Baseline | null;
  duration_ms: number;
}

export interface Scored {
  scores: Scores;
  matrix: Matrix;
  pairs: readonly Pair[];
  errors: readonly WorstError[];
  unanswered: number;
  unknown_labels: number;
}

export interface DatasetFacts {
  file: string;
  text_column: string;
  label_column: string;
  encoding: string;
  /** Rows that can be used, and how many cannot. */
  rows: number;
  unusable: number;
  /** Null: all rows. */
  sample: { rows: number; seed: number } | null;
  sha256: string;
  /** The same for two runs on the same rows. */
  rows_id: string;
}

/** Scores a predictor on a labelled file. Whatever goes wrong is a verdict, not an exception. */
export async function scorePredictor(input: AccutestInput, events: JobEvents): Promise<Facts> {
  const limits = { min_accuracy: input.min_accuracy, min_f1: input.min_f1 };
  const facts: Facts = { ...refuse(null), limits };
  const stop = (note: Note, more: Partial<Facts> = {}): Facts => ({ ...facts, ...more, notes: [note] });
  if (statSync(input.folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return stop({ code: 'no_folder', folder: input.folder });
  }
  const chosen = await choosePredictor(input);
  if ('code' in chosen) return stop(chosen);
  const baseline = input.baseline === null ? null : readBaseline(input.folder, input.baseline);
  if (baseline !== null && 'code' in baseline) return stop(baseline);

  events.step(['读取数据', 'read the data set'], 1, STEPS);
  const seen = await look(input);
  if ('code' in seen) return stop(seen, { predictor: chosen.name, baseline });
  const { file, columns, found } = seen;
  const dataset = datasetFacts(input, file, columns, found);
  const notes = notesOn(dataset, file, columns, found);
  const known = { ...facts, predictor: chosen.name, baseline, dataset };
  if (notes.some(isFatal)) return { ...known, notes };

  events.step(['预测', 'predict'], 2, STEPS);
  const started = performance.now();
  const total = dataset.sample?.rows ?? dataset.rows;
  const { tally, problem } = await predict(seen, chosen, (done) =>
    events.follow(() => ({ done, total, unit: ['行', 'rows'] })),
  );
  const duration_ms = Math.round(performance.now() - started);
  const scores = scoresOf(tally.confusion);
  events.progress({ done: scores?.rows ?? 0, total, unit: ['行', 'rows'] });

  const said: Note[] = [...(problem === null ? [] : [problem]), ...tally.notes(), ...notes];
  if (scores === null) return { ...known, notes: said, duration_ms };
  if (!said.some(isFatal)) said.unshift(...compare(scores, limits, baseline, dataset.rows_id));
  const scored = {
    scores,
    matrix: matrixOf(
      tally.confusion,
      scores.per_class.map(({ label }) => label),
    ),
    pairs: pairsOf(tally.confusion),
    errors: tally.errors.kept,
    unanswered: tally.unanswered,
    unknown_labels: tally.unknown,
  };
  return { ...known, verdict: verdictOf(said), notes: said, scored, duration_ms };
}

/** A verdict on work that could not begin. */
export function refuse(note: Refusal | null): Facts {
  return {
    verdict: 'error',
    notes: note === null ? [] : [note],
    scored: null,
    dataset: null,
    predictor: null,
    limits: { min_accuracy: null, min_f1: null },
    baseline: null,
    duration_ms: 0,
  };
}

interface Seen {
  file: DatasetFile;
  columns: Columns;
  found: Survey;
}

async function look({ dataset, folder, columns: wanted, limit, seed }: AccutestInput): Promise<Seen | Note> {
  if (dataset === null) return { code: 'no_dataset' };
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(dataset)) return { code: 'dataset_url', dataset };
  const path = dataset.startsWith('~/') ? join(homedir(), dataset.slice(2)) : resolve(folder, dataset);
  try {
    const file = await openDataset(path);
    if ('code' in file) return file;
    const header = await readHeader(file);
    if (header === null) return { code: 'dataset_kind', file: path };
    const columns = chooseColumns(header, wanted);
    if ('code' in columns) return columns;
    return { file, columns, found: await survey(file, columns, { limit, seed }) };
  } catch (error) {
    if (error instanceof RecordTooLongError || isSystemError(error)) {
      return { code: 'dataset_broken', message: error.message };
    }
    throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function datasetFacts(
  { dataset, seed }: AccutestInput,
  file: DatasetFile,
  columns: Columns,
  found: Survey,
): DatasetFacts {
  const sample = found.picked === null ? null : { rows: found.picked.length, seed };
  const identity = [file.sha256, columns.text, columns.label, sample];
  return {
    file: dataset ?? file.path,
    text_column: columns.text,
    label_column: columns.label,
    encoding: file.encoding,
    rows: found.rows,
    unusable: found.unusable.count,
    sample,
    sha256: file.sha256,
    rows_id: createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16),
  };
}

function notesOn(dataset: DatasetFacts, file: DatasetFile, columns: Columns, found: Survey): Note[] {
  const notes: Note[] = [];
  const { count, lines } = found.unusable;
  const of = found.rows + count;
  if (found.rows === 0) notes.push({ code: 'no_rows', unusable: count });
  else if (count > of * MAX_UNUSABLE_SHARE) notes.push({ code: 'many_unusable', count, of, lines });
  else if (count > 0) notes.push({ code: 'unusable', count, lines });
  if (found.labels.length > MAX_CLASSES)
    notes.push({ code: 'too_many_classes', column: columns.label, max: MAX_CLASSES });
  const [only, ...others] = found.labels;
  if (only !== undefined && others.length === 0) notes.push({ code: 'one_class', label: oneLine(only, 100) });
  if (dataset.sample !== null) notes.push({ code: 'sampled', ...dataset.sample, of: dataset.rows });
  if (file.damaged) notes.push({ code: 'damaged' });
  else if (file.encoding !== 'utf-8') notes.push({ code: 'encoding', encoding: file.encoding });
  return notes;
}

/** Hands the rows to the predictor, portion by portion, until the end or until there is no point in going on. */
async function predict(
  { file, columns, found }: Seen,
  { predictor }: Chosen,
  tick: (done: number) => void,
): Promise<{ tally: Tally; problem: Note | null }> {
  const tally = new Tally(found.labels);
  for await (const rows of portions(file, columns, found, predictor.portion)) {
    const before = tally.confusion.rows;
    const predicted = await predictor.predict(rows, (done) => tick(before + done));
    if ('stopped' in predicted) return { tally, problem: predicted.stopped };
    for (const [index, row] of rows.entries()) {
      const prediction = predicted.predictions[index];
      if (prediction !== undefined) tally.add(row, prediction);
    }
    tick(tally.confusion.rows);
    if (tally.hopeless) {
      return { tally, problem: { code: 'gave_up', unanswered: tally.unanswered, of: tally.confusion.rows } };
    }
  }
  return { tally, problem: null };
}
