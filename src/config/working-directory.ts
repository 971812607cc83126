import { UsageError } from '../errors/product-error.js';

/** The folder this process stands in was removed: no path can be found from there. */
export class WorkingDirectoryGoneError extends UsageError {
  override readonly code = 'WORKING_DIRECTORY_GONE';

  constructor(cause: unknown) {
    super(
      {
        en: 'The working directory is not there any more. Change to a folder that is, and repeat.',
        zh: '工作目录已不存在。请切换到存在的目录后重试。',
      },
      { cause },
    );
  }
}

/** Throws WorkingDirectoryGoneError. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new WorkingDirectoryGoneError(error);
  }
}
