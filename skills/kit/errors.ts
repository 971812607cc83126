import type { Both } from './language.js';

/** What a workflow was given cannot be used. It names the field and what belongs there; it is shown to the user. */
export class BadInputError extends Error {
  readonly code = 'BAD_INPUT';
  readonly both: Both;

  constructor(zh: string, en: string) {
    super(en);
    this.both = [zh, en];
  }
}

/** What to tell the user of an error of any kind. */
export function messageOf(error: unknown): Both {
  if (error instanceof BadInputError) return error.both;
  const message = error instanceof Error ? error.message : String(error);
  return [message, message];
}
