import { ProductError, UsageError } from '../errors/product-error.js';

export class JobUnknownError extends UsageError {
  override readonly code = 'JOB_UNKNOWN';
  constructor(run_id: string) {
    super(`There is no job ${run_id}. 'environment-runtime status' lists the jobs there are.`);
  }
}

export class LaunchFailedError extends ProductError {
  override readonly code = 'LAUNCH_FAILED';
  constructor(run_id: string, what: string, options?: { cause?: unknown }) {
    super(
      `The supervisor of ${run_id} could not be started: ${what}. The request is kept; 'environment-runtime status' tries again.`,
      options,
    );
  }
}

export class JobFolderError extends ProductError {
  override readonly code = 'JOB_FOLDER';
  constructor(directory: string, what: string, options?: { cause?: unknown }) {
    super(
      `The folder of a new job cannot be made at ${directory}: ${what}. Nothing was started; check paths.run_root and the disk.`,
      options,
    );
  }
}
