import type { Said } from './said.js';

/**
 * The base of every error the product raises on purpose. One subclass a failure, each with a stable `code`.
 * It says in both languages what happened, to what, and what to do; it never holds a secret. `message` is the English one.
 */
export abstract class ProductError extends Error {
  abstract readonly code: string;
  /** Process exit code a command ends with: 2 usage or configuration, 3 busy, 1 anything else. */
  readonly exitCode: 1 | 2 | 3 = 1;
  readonly said: Said;

  constructor(said: Said, options?: { cause?: unknown }) {
    super(said.en, options);
    this.name = new.target.name;
    this.said = said;
  }

  /** What it says to a person who reads that language. */
  in(language: keyof Said): string {
    return this.said[language];
  }
}

/** Bad input, file or configuration: nothing was changed. */
export class UsageError extends ProductError {
  override readonly code: string = 'USAGE';
  override readonly exitCode = 2 as const;
}
