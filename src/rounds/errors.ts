import { ProductError, UsageError } from '../errors/product-error.js';

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
