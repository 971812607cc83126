import { UsageError } from '../errors/product-error.js';

export class PolicyUnknownError extends UsageError {
  override readonly code = 'POLICY_UNKNOWN';

  constructor(id: string, known: readonly string[]) {
    super(`There is no policy '${id}'. There are: ${known.join(', ')}. Name one by its first digits.`);
  }
}

export class NothingToRollBackError extends UsageError {
  override readonly code = 'NOTHING_TO_ROLL_BACK';

  constructor(id: string) {
    super(`No policy was used before ${id}, so there is nothing to roll back to.`);
  }
}
