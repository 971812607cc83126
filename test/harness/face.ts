import type { App } from '../../src/app-interface.js';
import type { Face } from '../../src/cli/face.js';
import { cliWords } from '../../src/cli/words/words.js';
import type { Language } from '../../src/environment/language.js';

/** A face as a command is given one, that keeps what was said. */
export async function face(
  app: App,
  { language = 'en', json = false, signal }: { language?: Language; json?: boolean; signal?: AbortSignal } = {},
): Promise<{ face: Face; out: string[]; hints: string[] }> {
  const [out, hints]: [string[], string[]] = [[], []];
  return {
    out,
    hints,
    face: {
      words: await cliWords(language),
      language,
      chosen_language: language,
      json,
      environment: null,
      signal: signal ?? new AbortController().signal,
      holdInterrupts: () => () => {},
      live: false,
      print: (text) => void out.push(text),
      printJson: (value) => void out.push(JSON.stringify(value)),
      write: async (bytes) => void out.push(Buffer.from(bytes).toString()),
      hint: (text) => void hints.push(text),
      app: async () => app,
    },
  };
}
