import { oneLine } from '../../../kit/bounded-text.js';
import { sayExit } from '../../../kit/say-exit.js';
import type { Row } from '../dataset/read-rows.js';
import type { Note } from '../notes.js';
import type { Predicted, Prediction, Predictor } from './predictor.js';
import { type Answer, readAnswer } from './read-answer.js';
import { type ChildRun, runChild } from './run-child.js';

export interface CommandOptions {
  argv: readonly string[];
  cwd: string;
  timeout_ms: number;
}

/** A command that is run once per portion: a JSON line `{"id", "text"}` in, one answer line out for each, in order or by `id`. */
export function batchCommand({ argv, cwd, timeout_ms }: CommandOptions, portion: number): Predictor {
  return {
    portion,
    async predict(rows, tick) {
      const answers: Answer[] = [];
      let surplus = '';
      const { end, said } = await runChild({
        argv,
        cwd,
        timeout_ms,
        input: rows.map((row) => `${JSON.stringify({ id: row.line, text: row.text })}\n`).join(''),
        takeLine(line) {
          if (line.trim() === '') return true;
          if (answers.length === rows.length) {
            surplus = line;
            return false;
          }
          answers.push(readAnswer(line));
          tick(answers.length);
          return true;
        },
      });
      const problem = problemOf(end, { rows: rows.length, answers: answers.length, surplus, said, argv, timeout_ms });
      return problem === null ? align(rows, answers) : { stopped: problem };
    },
  };
}

interface Seen {
  rows: number;
  answers: number;
  surplus: string;
  said: string;
  argv: readonly string[];
  timeout_ms: number;
}

/** Why the answers of a portion cannot be told to belong to its rows. */
function problemOf(end: ChildRun['end'], seen: Seen): Note | null {
  const command = seen.argv.join(' ');
  switch (end.kind) {
    case 'not_started':
      return { code: 'predictor_missing', command: seen.argv[0] ?? '', message: end.message };
    case 'timed_out':
      return {
        code: 'predictor_hung',
        command,
        seconds: seen.timeout_ms / 1000,
        answers: seen.answers,
        rows: seen.rows,
      };
    case 'stopped':
      return seen.surplus === ''
        ? { code: 'predictor_flood', command }
        : { code: 'more_rows', rows: seen.rows, surplus: oneLine(seen.surplus, 120) };
    case 'exited':
      if (end.exit.code !== 0) return { code: 'predictor_crashed', command, exit: sayExit(end.exit), said: seen.said };
      return seen.answers < seen.rows ? { code: 'fewer_rows', rows: seen.rows, answers: seen.answers } : null;
  }
}

/** By `id` where every answer has one, else in order. */
function align(rows: readonly Row[], answers: readonly Answer[]): Predicted {
  if (answers.some(({ id }) => id === null)) return { predictions: answers.map(({ prediction }) => prediction) };
  const byId = new Map(answers.map(({ id, prediction }) => [id, prediction]));
  const predictions: Prediction[] = [];
  for (const { line } of rows) {
    const prediction = byId.get(line);
    if (prediction === undefined) return { stopped: { code: 'ids_disagree', id: line } };
    predictions.push(prediction);
  }
  return { predictions };
}
