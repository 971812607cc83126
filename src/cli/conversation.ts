import { createInterface } from 'node:readline';
import type { App } from '../app.js';
import { type Language, languageOf } from '../environment/language.js';
import { ProductError } from '../errors/product-error.js';
import { wordsOf } from '../reply/words.js';
import type { Face } from './face.js';

/**
 * A conversation on the terminal. What is dispatched is followed in the background and told when it ends; Ctrl-D, or an empty end of
 * input, leaves: jobs go on.
 */
export async function converse(face: Face, app: App, environment: string): Promise<number> {
  face.hint(face.words.conversation.welcome);
  const terminal = createInterface({
    input: process.stdin,
    output: process.stderr,
    prompt: face.words.conversation.prompt,
  });
  const leaving = new AbortController();
  const watched = new Map<string, Promise<void>>();
  const follow = (runId: string, language: Language): void => {
    if (watched.has(runId)) return;
    const told = app
      .watch(runId, { environment, signal: leaving.signal })
      .then((ended) => {
        if (ended !== null) say(wordsOf(language).completed(ended.completion));
      })
      .catch((error: unknown) => say(error instanceof Error ? error.message : String(error)))
      .finally(() => watched.delete(runId));
    watched.set(runId, told);
  };
  let open = true;
  const close = (): void => terminal.close();
  terminal.on('close', () => {
    open = false;
  });
  terminal.on('SIGINT', close);
  face.signal.addEventListener('abort', close);
  const prompt = (): void => {
    if (open) terminal.prompt(true);
  };
  const say = (text: string): void => {
    // Above the line that is being typed, which is put back.
    if (face.live) process.stderr.write('\r\x1b[K');
    face.print(text);
    prompt();
  };
  prompt();
  for await (const line of terminal) {
    const input = line.trim();
    if (input !== '') {
      const language = face.chosen_language ?? languageOf(input, process.env.LANG);
      try {
        const result = await app.run({ input, environment, language });
        face.print(result.reply);
        if (result.run_id !== null && result.task_status === 'running') follow(result.run_id, language);
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        face.hint(error.message);
      }
    }
    prompt();
  }
  face.signal.removeEventListener('abort', close);
  leaving.abort();
  await Promise.all(watched.values());
  face.hint(`\n${face.words.conversation.bye}`);
  return face.signal.aborted ? 130 : 0;
}
