import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { codeOf } from '../../../kit/resolve-host.js';
import { urlLogin } from '../../../kit/url-login.js';
import { type Finding, failing, type Problem, unable } from '../finding.js';
import type { TargetOf } from '../target.js';
import { lookupOf } from './addresses.js';

/** More of an answer is not searched for the expected text. */
const MAX_SEARCHED = 1024 * 1024;
const CERTIFICATE = /SELF_SIGNED|CERT_|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** Value: milliseconds until the head of the answer. Redirects are not followed; bodies are read only to look for a text. */
export async function checkHttp(target: TargetOf<'http'>): Promise<Finding> {
  const { url, insecure, timeout_ms } = target;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const lookup = await lookupOf(host);
  if (typeof lookup !== 'function') return lookup;
  const secure = url.protocol === 'https:';
  const auth = urlLogin(url);
  const options = {
    ...{ host, lookup, port: url.port || (secure ? 443 : 80), path: `${url.pathname}${url.search}` },
    ...{ headers: { host: url.host, 'user-agent': 'environment-runtime inspection' }, agent: false, auth },
    signal: AbortSignal.timeout(timeout_ms),
  };
  const tls = { rejectUnauthorized: !insecure, ...(isIP(host) ? {} : { servername: host }) };
  const started = performance.now();
  return new Promise((resolve) => {
    const onAnswer = (answer: IncomingMessage): void => {
      const value = Math.round((performance.now() - started) * 10) / 10;
      judgeAnswer(target, answer, value).then(resolve, (error: unknown) => resolve(lost(error, timeout_ms, value)));
    };
    const asked = secure ? httpsRequest({ ...options, ...tls }, onAnswer) : httpRequest(options, onAnswer);
    asked.on('error', (error) => resolve(lost(error, timeout_ms, null)));
    asked.end();
  });
}

async function judgeAnswer(
  { expect_status, contains }: TargetOf<'http'>,
  answer: IncomingMessage,
  value: number,
): Promise<Finding> {
  const status = answer.statusCode ?? 0;
  const problems: Problem[] = [];
  const isRedirect = status >= 300 && status < 400 && answer.headers.location !== undefined;
  if (expect_status === null && isRedirect) {
    const to = String(answer.headers.location).slice(0, 300);
    problems.push({ status: 'warned', message: { code: 'redirects', status, to } });
  } else if (expect_status === null ? status < 200 || status > 299 : status !== expect_status) {
    const wanted = expect_status === null ? '2xx' : String(expect_status);
    problems.push({ status: 'failed', message: { code: 'status', status, wanted } });
  }
  if (contains !== null && !(await holds(answer, contains))) {
    problems.push({ status: 'failed', message: { code: 'text_missing', text: contains } });
  }
  answer.on('error', () => {});
  answer.destroy();
  return { value, seen: [], problems };
}

async function holds(answer: IncomingMessage, text: string): Promise<boolean> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_SEARCHED) break;
    // An answer that never ends may hold it long before; short ones are cheap to search again.
    if (size < 65_536 && Buffer.concat(chunks).includes(text)) return true;
  }
  return Buffer.concat(chunks).includes(text);
}

function lost(error: unknown, timeout_ms: number, value: number | null): Finding {
  const code = codeOf(error);
  const isLate = error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
  if (isLate) return failing({ code: 'no_answer', seconds: timeout_ms / 1_000 }, value);
  if (CERTIFICATE.test(code)) return failing({ code: 'untrusted', reason: code });
  if (code.startsWith('HPE_')) return failing({ code: 'not_http', reason: code });
  return code.startsWith('ERR_INVALID')
    ? unable({ code: 'unreadable', reason: code })
    : failing({ code: 'refused', reason: code });
}
