import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { codeOf, resolveHost } from '../../kit/resolve-host.js';
import { urlLogin } from '../../kit/url-login.js';
import type { LoadOrder } from './load-order.js';
import type { Note } from './notes.js';
import { sayUrl } from './target.js';

const MAX_REDIRECTS = 5;

/** Where the load goes: the address is looked up once, so that a name cannot come to mean another machine half-way. */
export type Probe = { ok: true; url: URL; address: string; notes: Note[] } | { ok: false; note: Note };

/**
 * Asks the target once. Refuses what must not be loaded (a redirect to another host, a name that leads to link-local addresses) and
 * what cannot be measured (nobody listens, no answer, a certificate that is not trusted, 4xx).
 */
export async function probe(order: LoadOrder): Promise<Probe> {
  let url = order.url;
  const notes: Note[] = [];
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const found = await ask(order, url);
    if ('note' in found) return { ok: false, note: found.note };
    const { status, location, address } = found;
    if (status >= 300 && status < 400 && location !== null) {
      const next = redirected(url, location);
      if (next === null) return refuse({ code: 'redirect', url: sayUrl(url), to: oneHost(location, url) });
      notes.push({ code: 'followed', from: sayUrl(url), to: sayUrl(next) });
      url = next;
      continue;
    }
    if (status >= 400 && status < 500 && status !== 429) {
      return refuse({ code: 'client_error', url: sayUrl(url), method: order.method, status });
    }
    return { ok: true, url, address, notes };
  }
  return refuse({ code: 'redirects', url: sayUrl(order.url), hops: MAX_REDIRECTS });
}

const refuse = (note: Note): Probe => ({ ok: false, note });

/** On the same host, also from http to https on their own ports; null elsewhere. */
function redirected(from: URL, location: string): URL | null {
  let to: URL;
  try {
    to = new URL(location, from);
  } catch {
    return null;
  }
  const upgrades = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  const isSame = to.hostname === from.hostname && (to.origin === from.origin || upgrades);
  if (!isSame) return null;
  to.hash = '';
  [to.username, to.password] = [from.username, from.password];
  return to;
}

function oneHost(location: string, from: URL): string {
  try {
    const to = new URL(location, from);
    return to.origin === 'null' ? sayUrl(to).slice(0, 200) : to.origin;
  } catch {
    return location.slice(0, 200);
  }
}

type Asked = { status: number; location: string | null; address: string } | { note: Note };

async function ask(order: LoadOrder, url: URL): Promise<Asked> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await resolveHost(host);
  if (found.kind === 'unknown') return { note: { code: 'unknown_host', host, message: found.message } };
  if (found.kind === 'barred') return { note: { code: 'barred_address', host, address: found.address } };
  let note: Note = { code: 'unknown_host', host, message: 'no address' };
  for (const address of found.addresses.slice(0, 4)) {
    const answer = await askAt(order, url, host, address);
    if (!('note' in answer)) return answer;
    note = answer.note;
    if (note.code !== 'unreachable') break;
  }
  return { note };
}

function askAt(order: LoadOrder, url: URL, host: string, address: string): Promise<Asked> {
  const secure = url.protocol === 'https:';
  const options = {
    host: address,
    port: url.port || (secure ? 443 : 80),
    method: order.method,
    path: `${url.pathname}${url.search}`,
    headers: headersFor(order, url),
    agent: false,
    timeout: order.timeout_s * 1_000,
    signal: AbortSignal.timeout(order.timeout_s * 1_000),
  };
  const tls = { rejectUnauthorized: !order.insecure, ...(isIP(host) ? {} : { servername: host }) };
  return new Promise((resolve) => {
    const onAnswer = (answer: IncomingMessage): void => {
      const { statusCode: status = 0, headers } = answer;
      // Only its head is of interest, and the rest may never end.
      answer.on('error', () => {});
      answer.destroy();
      resolve({ status, location: headers.location ?? null, address });
    };
    const asked = secure ? httpsRequest({ ...options, ...tls }, onAnswer) : httpRequest(options, onAnswer);
    asked.on('error', (error) => resolve({ note: whyNot(error, order, url) }));
    asked.end(order.body ?? undefined);
  });
}

export function headersFor({ headers, body }: LoadOrder, url: URL): Record<string, string> {
  const login = urlLogin(url);
  return {
    host: url.host,
    'user-agent': 'environment-runtime perftest',
    ...(login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}

const UNREACHABLE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|EHOSTDOWN)$/;
const CERTIFICATE = /SELF_SIGNED|CERT_|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

function whyNot(error: Error, { timeout_s }: LoadOrder, target: URL): Note {
  const code = codeOf(error);
  const url = sayUrl(target);
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return { code: 'no_answer', url, seconds: timeout_s };
  if (UNREACHABLE.test(code)) return { code: 'unreachable', url, message: code };
  if (CERTIFICATE.test(code)) return { code: 'untrusted', url, message: code };
  if (code === 'ECONNRESET' || code === 'EPIPE') return { code: 'hung_up', url };
  return { code: 'not_http', url, message: code };
}
