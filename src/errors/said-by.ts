import { ProductError } from './product-error.js';
import { type Said, verbatim } from './said.js';

/** What an error says. One that is not ours speaks its own language in both. */
export function saidBy(error: unknown): Said {
  if (error instanceof ProductError) return error.said;
  return verbatim(error instanceof Error ? error.message : String(error));
}
