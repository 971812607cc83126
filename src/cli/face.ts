import type { App } from '../app-interface.js';
import type { Language } from '../environment/language.js';
import type { CliWords } from './words/words.js';

/** What every command is given: where to print, in which language, and the app when it needs one. */
export interface Face {
  readonly words: CliWords;
  /** The language of hints and tables. */
  readonly language: Language;
  /** Set by --lang; replies otherwise follow the user's input. */
  readonly chosen_language: Language | null;
  readonly json: boolean;
  /** Set by --environment. */
  readonly environment: string | null;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /**
   * From now on a second Ctrl-C ends nothing by force, and SIGTERM and SIGHUP ask as Ctrl-C does: what is being stopped is waited for.
   * `onAsked` is called at the first of them. Until the returned function is called.
   */
  holdInterrupts(onAsked: () => void): () => void;
  /** A person watches stderr. */
  readonly live: boolean;
  /** The result: one line is added to stdout. */
  print(text: string): void;
  printJson(value: unknown): void;
  write(bytes: Uint8Array): Promise<void>;
  /** Progress and hints: stderr. */
  hint(text: string): void;
  app(): Promise<App>;
}

export const DEFAULT_ENVIRONMENT = 'default';

/** The language of a round where --lang was given; without it the round decides. */
export function languageChosen({ chosen_language: language }: Face): { language?: Language } {
  return language === null ? {} : { language };
}
