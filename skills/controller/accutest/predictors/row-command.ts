import { inLanguage } from '../../../kit/language.js';
import { sayExit } from '../../../kit/say-exit.js';
import type { CommandOptions } from './batch-command.js';
import { inParallel } from './in-parallel.js';
import type { Prediction, Predictor } from './predictor.js';
import { readAnswer } from './read-answer.js';
import { runChild } from './run-child.js';

const PORTION = 32;
const AT_ONCE = 2;

/** A command that is run once per row: the text on stdin, the answer as the last line of stdout. */
export function rowCommand({ argv, cwd, timeout_ms }: CommandOptions): Predictor {
  const predictOne = async (text: string): Promise<Prediction> => {
    let last = '';
    const { end, said } = await runChild({
      argv,
      cwd,
      timeout_ms,
      input: text,
      takeLine(line) {
        if (line.trim() !== '') last = line;
        return true;
      },
    });
    switch (end.kind) {
      case 'not_started':
        return { unanswered: 'not_started', detail: end.message };
      case 'timed_out':
        return { unanswered: 'timeout', detail: `${timeout_ms / 1000} s` };
      case 'stopped':
        return { unanswered: 'too_long', detail: '' };
      case 'exited':
        if (end.exit.code !== 0)
          return { unanswered: 'exit', detail: [inLanguage(sayExit(end.exit), 'en'), said].filter(Boolean).join(': ') };
        return readAnswer(last).prediction;
    }
  };
  return {
    portion: PORTION,
    async predict(rows, tick) {
      return { predictions: await inParallel(rows, AT_ONCE, (row) => predictOne(row.text), tick) };
    },
  };
}
