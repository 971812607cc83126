import { ProductError } from '../../errors/product-error.js';

/** An imported file is not what it should be. Nothing was changed. */
export class ImportError extends ProductError {
  override readonly code = 'IMPORT_INVALID';
  override readonly exitCode = 2 as const;
  /** Where in the file: a JSON path such as `rounds[3].tasks[0].task.status`, or `line 7, column 12`. */
  readonly path: string;

  constructor(path: string, problem: string, options?: { cause?: unknown }) {
    super(`The import was refused at ${path}: ${problem}. Nothing was changed.`, options);
    this.path = path;
  }
}
