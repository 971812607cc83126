import { createInterface, type Interface } from 'node:readline/promises';
import { UsageError } from '../../errors/product-error.js';
import { type InitAnswers, type InitPlan, type InitSettings, planInit } from '../../housekeeping/init.js';
import { splitCommand } from '../../housekeeping/split-command.js';
import type { Face } from '../face.js';
import { printable } from '../printable.js';

/** The person at the terminal left before the last answer: nothing was written. */
export class LeftError extends UsageError {
  override readonly code = 'LEFT';

  constructor(cause: unknown) {
    super({ en: 'Nothing was written.', zh: '没有写入任何内容。' }, { cause });
  }
}

/**
 * Asks on the terminal what was not said on the command line. What is found in the folder is the default; an answer that cannot be
 * is told why, and asked for again.
 */
export async function askAbout(
  face: Face,
  folder: string,
  said: InitAnswers,
  settings: InitSettings,
): Promise<InitPlan> {
  const { init: words } = face.words;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const left = new AbortController();
  terminal.on('close', () => left.abort());
  terminal.on('SIGINT', () => terminal.close());
  try {
    face.hint(`${words.intro}\n`);
    let answers = said;
    if (said.command === undefined) {
      const { command } = await planInit(folder, answers, settings);
      const shown = command?.map(asTyped).join(' ') ?? '';
      answers = await ask(face, terminal, left.signal, words.askCommand, shown, (answer) =>
        answer === '' ? answers : { ...answers, command: splitCommand(answer) },
      );
    }
    if (said.sentences === undefined) {
      const { sentences } = await planInit(folder, answers, settings);
      answers = await ask(face, terminal, left.signal, words.askSentence, sentences[0] ?? '', (answer) => ({
        ...answers,
        sentences: [answer],
      }));
    }
    return await ask(face, terminal, left.signal, words.askProject, said.project ?? '.', (project) =>
      planInit(folder, { ...answers, project }, settings),
    );
  } finally {
    terminal.close();
  }
}

async function ask<Answer>(
  face: Face,
  terminal: Interface,
  left: AbortSignal,
  question: string,
  found: string,
  take: (answer: string) => Answer | Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const prompt = `${question}${found === '' ? '' : ` [${printable(found)}]`} `;
    const answer = await terminal.question(prompt, { signal: left }).catch((cause: unknown) => {
      throw new LeftError(cause);
    });
    try {
      return await take(answer.trim() === '' ? found : answer.trim());
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      face.hint(error.in(face.language));
    }
  }
}

/** A word as it would be typed. */
function asTyped(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
