/** What a workflow was given cannot be used. The message names the field and what belongs there; it is shown to the user. */
export class BadInputError extends Error {
  readonly code = 'BAD_INPUT';
}
