import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import type { ModelFailureKind } from './failure.js';
import { StreamError, UnfinishedError } from './one-try.js';
import { AnswerTooLargeError, type Exchange } from './request.js';

/** Why one try failed. */
export interface TryFailure {
  readonly kind: ModelFailureKind;
  readonly detail: string;
  /** It may be made again: the provider asks for it, or nothing of an answer had come. */
  readonly again: boolean;
}

const QUOTA = /quota|billing|credit|insufficient_balance|payment/i;
const CONTEXT =
  /context.?(length|window)|maximum context|prompt is too long|too many (input )?tokens|input token count/i;

/** From what was thrown, and from what is known of the exchange, which counts first. Cancelling and lateness are the caller's to tell. */
export function classify(error: unknown, exchange: Exchange): TryFailure {
  const { status, broken } = exchange;
  if (error instanceof StreamError) return ofSent(error.sent, false);
  if (status === null) return { kind: 'network', detail: reasonOf(error), again: isOfConnection(error) };
  if (status >= 300) {
    const body = APICallError.isInstance(error) ? (error.responseBody ?? '') : '';
    return ofStatus(status, body, exchange);
  }
  if (broken) return { kind: 'network', detail: reasonOf(error), again: false };
  if (error instanceof UnfinishedError) {
    return { kind: error.began ? 'network' : 'malformed', detail: error.message, again: false };
  }
  const first = firstEvent(error);
  return first === null ? { kind: 'malformed', detail: malformation(error), again: false } : ofSent(first, true);
}

/** Anthropic's provider makes a status of an error that is the stream's first event; of a first event that is no event, too. */
function firstEvent(error: unknown): Record<string, unknown> | null {
  if (!APICallError.isInstance(error) || (error.statusCode ?? 200) < 300) return null;
  const event = fieldsOf(JSON.parse(error.responseBody ?? 'null'));
  return typeof event.type === 'string' ? event : null;
}

function ofStatus(status: number, body: string, { headers }: Exchange): TryFailure {
  const said = errorIn(body);
  const detail = said.message;
  const told = `${said.code} ${detail}`;
  if (status === 401 || status === 403) return { kind: 'auth', detail, again: false };
  if (status === 402) return { kind: 'quota', detail, again: false };
  if (status === 429) {
    const spent =
      /insufficient_quota|billing|payment/i.test(told) || (QUOTA.test(told) && !headers?.has('retry-after'));
    return spent ? { kind: 'quota', detail, again: false } : { kind: 'rate_limit', detail, again: true };
  }
  if (status >= 500) return { kind: 'server', detail, again: true };
  if (status === 413 || CONTEXT.test(told)) return { kind: 'context', detail, again: false };
  if (status < 400) {
    const to = headers?.get('location') ?? '';
    return { kind: 'refused', detail: `redirected to ${hostOf(to)}`, again: false };
  }
  return { kind: 'refused', detail, again: false };
}

/** An error event inside of a stream. `nothingCame`: no part of an answer was before it. */
function ofSent(sent: unknown, nothingCame: boolean): TryFailure {
  const said = errorIn(typeof sent === 'string' ? sent : JSON.stringify(sent));
  const told = `${said.code} ${said.message}`;
  const kind: ModelFailureKind = /insufficient_quota|billing/i.test(told)
    ? 'quota'
    : /rate.?limit|too.?many.?requests/i.test(told)
      ? 'rate_limit'
      : /auth|permission|api.?key/i.test(told)
        ? 'auth'
        : CONTEXT.test(told)
          ? 'context'
          : /invalid_request/i.test(told)
            ? 'refused'
            : 'server';
  return { kind, detail: said.message, again: nothingCame && (kind === 'server' || kind === 'rate_limit') };
}

/** The provider's words for it, of any of the shapes that errors have. */
function errorIn(body: string): { code: string; message: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return { code: '', message: firstLine(body) };
  }
  const outer = fieldsOf(Array.isArray(parsed) ? parsed[0] : parsed);
  const inner = typeof outer.error === 'string' ? { message: outer.error } : fieldsOf(outer.error ?? outer);
  const code = [inner.code, inner.type, inner.status].filter((one) => typeof one === 'string').join(' ');
  const message = [inner.message, inner.detail, outer.message].find((one) => typeof one === 'string');
  return { code, message: firstLine((message as string | undefined) ?? body) };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const LONGEST_DETAIL = 500;

function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? '';
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL)}…` : line;
}

function hostOf(location: string): string {
  return URL.canParse(location) ? new URL(location).host : 'another address';
}

/** The innermost reason: `fetch failed` says nothing, ECONNREFUSED does. */
function reasonOf(error: unknown): string {
  let reason = error;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  if (!(reason instanceof Error)) return firstLine(String(reason));
  const { code } = reason as NodeJS.ErrnoException;
  return firstLine(reason.message || (typeof code === 'string' ? code : reason.name));
}

/** Not of the request itself: that would fail again. */
function isOfConnection(error: unknown): boolean {
  return APICallError.isInstance(error) || (error instanceof TypeError && error.message === 'fetch failed');
}

/** Says what is wrong without the answer itself: the SDK's own messages quote all of it. */
function malformation(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof AnswerTooLargeError) return one.message;
    if (JSONParseError.isInstance(one) || one instanceof SyntaxError) return 'not JSON';
    if (TypeValidationError.isInstance(one)) return 'JSON of another shape';
  }
  return firstLine(error instanceof Error ? error.message : String(error));
}
