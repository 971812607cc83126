import { backEndFailure, statusIn } from '../../command-line/back-end-failure.js';
import type { RuntimeFailure } from '../../failure.js';
import { at, numberAt, parsedOrNull, textAt } from '../json-fields.js';

const AUTH_REQUIRED = -32000;

/** What a JSON-RPC error of an agent means. Where the provider's own status is in it, that decides. */
export function acpFailure(error: unknown): RuntimeFailure {
  const code = numberAt(error, 'code');
  const said = textAt(error, 'message') ?? 'an error without a text';
  // Gemini puts the provider's whole answer into the text.
  const inner = parsedOrNull(said);
  const detail =
    textAt(inner, 'error', 'message') ?? textAt(error, 'data', 'details') ?? textAt(error, 'data', 'message') ?? said;
  if (code === AUTH_REQUIRED) {
    const more = detail === said ? '' : `: ${detail}`;
    return { code: 'AUTH', class: 'back-end', message: `${said}${more}` };
  }
  const status = code !== null && code >= 400 && code < 600 ? code : numberAt(inner, 'error', 'code');
  return backEndFailure(detail, status ?? statusIn(detail));
}

/** Whether an agent says that it wants a login first. */
export function wantsLogin(error: unknown): boolean {
  return at(error, 'code') === AUTH_REQUIRED;
}
