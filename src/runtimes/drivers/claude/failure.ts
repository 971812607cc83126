import { backEndFailure } from '../../command-line/back-end-failure.js';
import { SESSION_NOT_FOUND } from '../../command-line/fresh-if-stale.js';
import type { RuntimeFailure } from '../../failure.js';
import { listAt, numberAt, textAt } from '../json-fields.js';
import type { JsonObject } from '../json-object.js';

const MISSING = /no conversation found with session id/i;

/** Why a `result` is none; null where it is one. A failed model call is `subtype: "success"` with `is_error`. */
export function resultFailure(result: JsonObject): RuntimeFailure | null {
  const subtype = textAt(result, 'subtype') ?? '';
  if (result.is_error !== true && subtype === 'success') return null;
  const reason = textAt(result, 'terminal_reason');
  const errors = listAt(result, 'errors').filter((one) => typeof one === 'string');
  const message = textAt(result, 'result') ?? (errors.length > 0 ? errors.join('\n') : subtype);
  if (MISSING.test(message)) return { code: SESSION_NOT_FOUND, class: 'conversation', message };
  if (reason === 'aborted_streaming' || reason === 'aborted_tools') {
    return { code: 'INTERRUPTED', class: 'cancelled', message: 'the turn was interrupted' };
  }
  if (reason === 'prompt_too_long') return { code: 'CONTEXT_WINDOW_EXCEEDED', class: 'back-end', message };
  if (subtype === 'error_max_turns') return { code: 'MAX_TURNS', class: 'back-end', message };
  return backEndFailure(message, numberAt(result, 'api_error_status'));
}

/** What stderr says where nothing else was said; null where it does not tell. */
export function stderrFailure(stderr: string): RuntimeFailure | null {
  const message = stderr.trim();
  if (MISSING.test(message)) return { code: SESSION_NOT_FOUND, class: 'conversation', message };
  if (/session id .{1,200} is already in use/i.test(message)) {
    return { code: 'SESSION_IN_USE', class: 'conversation', message };
  }
  if (/cannot be used with root/i.test(message)) return { code: 'PERMISSIONS_REFUSED', class: 'config', message };
  return null;
}
