/**
 * The base of every error the product raises on purpose. One subclass a failure, each with a stable `code`.
 * The message says what happened, to what, and what to do; it never holds a secret.
 */
export abstract class ProductError extends Error {
  abstract readonly code: string;
  /** Process exit code a command ends with: 2 usage or configuration, 3 busy, 1 anything else. */
  readonly exitCode: 1 | 2 | 3 = 1;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Bad input, file or configuration: nothing was changed. */
export class UsageError extends ProductError {
  override readonly code: string = 'USAGE';
  override readonly exitCode = 2 as const;
}
