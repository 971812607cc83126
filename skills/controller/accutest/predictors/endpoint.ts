import { oneLine } from '../../../kit/bounded-text.js';
import { decodeText } from '../../../kit/decode-text.js';
import { inParallel } from './in-parallel.js';
import type { Prediction, Predictor } from './predictor.js';
import { readAnswer } from './read-answer.js';

const PORTION = 64;
const AT_ONCE = 4;
const MAX_BODY = 64 * 1024;
const MAX_REDIRECTS = 3;

/** An HTTP endpoint: POST `{"id", "text"}` as JSON per row; the body of a 2xx answer is read like a line of a command. */
export function endpoint(url: URL, timeout_ms: number): Predictor {
  return {
    portion: PORTION,
    async predict(rows, tick) {
      const ask = (row: { line: number; text: string }): Promise<Prediction> =>
        post(url, JSON.stringify({ id: row.line, text: row.text }), timeout_ms);
      return { predictions: await inParallel(rows, AT_ONCE, ask, tick) };
    },
  };
}

async function post(url: URL, body: string, timeout_ms: number): Promise<Prediction> {
  const signal = AbortSignal.timeout(timeout_ms);
  try {
    let target = url;
    for (let hop = 0; ; hop += 1) {
      const response = await fetch(target, {
        method: 'POST',
        body,
        signal,
        redirect: 'manual',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
      });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        const next = sameHost(target, response);
        if (next === null || hop === MAX_REDIRECTS) {
          return {
            unanswered: 'redirect',
            detail: oneLine(`${response.status} → ${response.headers.get('location') ?? ''}`, 200),
          };
        }
        target = next;
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        return { unanswered: 'http_status', detail: String(response.status) };
      }
      const text = await bodyOf(response);
      return text === null ? { unanswered: 'too_long', detail: `> ${MAX_BODY} bytes` } : readAnswer(text).prediction;
    }
  } catch (error) {
    if (signal.aborted) return { unanswered: 'timeout', detail: `${timeout_ms / 1000} s` };
    return { unanswered: 'connection', detail: reasonOf(error) };
  }
}

/** Only where the method stays POST, and only on the host that the user named: texts go nowhere else. */
function sameHost(from: URL, response: Response): URL | null {
  const location = response.headers.get('location');
  if ((response.status !== 307 && response.status !== 308) || location === null || !URL.canParse(location, from.href))
    return null;
  const to = new URL(location, from);
  return to.origin === from.origin ? to : null;
}

async function bodyOf(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The loop's end cancels what is not read.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY) return null;
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : oneLine(cause.message, 120);
  return oneLine(String(cause), 120);
}
