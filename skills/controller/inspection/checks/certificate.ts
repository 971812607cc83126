import { isIP, type LookupFunction } from 'node:net';
import { checkServerIdentity, connect, type DetailedPeerCertificate } from 'node:tls';
import { codeOf } from '../../../kit/resolve-host.js';
import { type Finding, type Problem, unable } from '../finding.js';
import type { TargetOf } from '../target.js';
import { lookupOf } from './addresses.js';

const DAY_MS = 86_400_000;
const MAX_CHAIN = 10;

interface Presented {
  leaf: DetailedPeerCertificate;
  /** Why it is not trusted; null: it is. */
  distrust: string | null;
}

/** Value: whole days until the certificate runs out, negative when it has. */
export async function checkCertificate(target: TargetOf<'certificate'>, now = new Date()): Promise<Finding> {
  const lookup = await lookupOf(target.host);
  if (typeof lookup !== 'function') return lookup;
  const presented = await ask(target, lookup);
  return 'leaf' in presented ? judge(target, presented, now) : presented;
}

function ask({ host, port, servername, timeout_ms }: TargetOf<'certificate'>, lookup: LookupFunction) {
  const name = servername ?? host;
  return new Promise<Presented | Finding>((resolve) => {
    const socket = connect({
      ...{ host, lookup, port, timeout: timeout_ms, rejectUnauthorized: false },
      ...(isIP(name) ? {} : { servername: name }),
      // The name is judged on its own: its error would hide what is wrong with the chain.
      checkServerIdentity: () => undefined,
    });
    const end = (result: Presented | Finding): void => {
      clearTimeout(limit);
      socket.destroy();
      resolve(result);
    };
    const nothing = (reason: string): void => end(unable({ code: 'no_certificate', reason }));
    // A server that trickles handshake bytes never lets the socket's own time run out.
    const limit = setTimeout(() => nothing('ETIMEDOUT'), timeout_ms);
    socket.once('timeout', () => nothing('ETIMEDOUT'));
    socket.once('error', (error) => nothing(codeOf(error)));
    socket.once('close', () => nothing('closed'));
    socket.once('secureConnect', () => {
      const leaf = socket.getPeerCertificate(true);
      if (Object.keys(leaf).length === 0) return nothing('none');
      end({ leaf, distrust: socket.authorized ? null : String(socket.authorizationError) });
    });
  });
}

function judge(
  { host, servername, insecure }: TargetOf<'certificate'>,
  { leaf, distrust }: Presented,
  now: Date,
): Finding {
  const until = new Date(leaf.valid_to);
  const from = new Date(leaf.valid_from);
  if (Number.isNaN(until.getTime())) return unable({ code: 'unreadable', reason: `valid_to ${leaf.valid_to}` });
  const chain = chainOf(leaf);
  const problems: Problem[] = [];
  const failed = (message: Problem['message']): void => {
    problems.push({ status: 'failed', message });
  };
  if (until <= now) failed({ code: 'expired', until: day(until) });
  if (from > now) failed({ code: 'not_yet', from: day(from) });
  if (checkServerIdentity(servername ?? host, leaf) !== undefined) {
    failed({
      code: 'wrong_host',
      host: servername ?? host,
      names: (leaf.subjectaltname ?? nameOf(leaf)).slice(0, 200),
    });
  }
  const isSelfSigned = leaf.issuerCertificate?.fingerprint256 === leaf.fingerprint256;
  if (isSelfSigned && !insecure) failed({ code: 'self_signed' });
  // What is expired or self-signed has been said already.
  else if (distrust !== null && !insecure && distrust !== 'CERT_HAS_EXPIRED')
    failed({ code: 'untrusted', reason: distrust });
  return {
    value: Math.floor((until.getTime() - now.getTime()) / DAY_MS),
    seen: [{ code: 'certificate', name: nameOf(leaf), until: day(until), chain: chain.join(' ← ') }],
    problems,
  };
}

function chainOf(leaf: DetailedPeerCertificate): string[] {
  const names: string[] = [];
  const met = new Set<string>();
  for (let one = leaf; one !== undefined && names.length < MAX_CHAIN; one = one.issuerCertificate) {
    if (met.has(one.fingerprint256)) break;
    met.add(one.fingerprint256);
    names.push(nameOf(one));
  }
  return names;
}

function nameOf({ subject }: DetailedPeerCertificate): string {
  const name: unknown = subject?.CN ?? subject?.O ?? '?';
  return (Array.isArray(name) ? String(name[0]) : String(name)).slice(0, 100);
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
