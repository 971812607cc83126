import { ProductError, UsageError } from '../errors/product-error.js';
import type { RoundResult } from './result.js';

/** Somebody else works in the Environment and did not finish within the time we wait. Nothing was changed. */
export class EnvironmentBusyError extends ProductError {
  override readonly code = 'ENVIRONMENT_BUSY';
  override readonly exitCode = 3 as const;

  constructor(name: string, owner: string, until: string, waitedMs: number) {
    const [host, pid] = owner.split(':');
    super(
      `Environment '${name}' is busy: process ${pid} on ${host} holds it (its lease lapses at ${until} unless renewed). ` +
        `Waited ${Math.round(waitedMs / 1000)} s. Try again, or use another --environment.`,
    );
  }
}

export class InputError extends UsageError {
  override readonly code = 'INPUT_INVALID';
}

/** Nothing was stored or started. */
export class RunDirectoryError extends UsageError {
  override readonly code = 'RUN_DIRECTORY';

  constructor(runRoot: string, cause: unknown) {
    super(
      `No run directory can be made under ${runRoot}: ${messageOf(cause)}. Nothing was started; set paths.run_root to a folder that can be written.`,
      { cause },
    );
  }
}

/** The round is done and stored; only its files for people and scripts are missing. */
export class RecordFailedError extends ProductError {
  override readonly code = 'RECORD_FAILED';

  constructor({ environment, round_id, run_dir, reply }: RoundResult, cause: unknown) {
    super(
      `Round ${round_id} of Environment '${environment}' is done and stored, so do not repeat it, but its files could not be written to ${run_dir}: ${messageOf(cause)}. Its reply was:\n${reply}`,
      { cause },
    );
  }
}

/** A tool that was called ended with a failure; what it said is the message. */
export class ToolFailedError extends ProductError {
  override readonly code = 'TOOL_FAILED';
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
