import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressKind } from './address.js';

export type ResolvedHost =
  | { kind: 'addresses'; addresses: readonly string[] }
  | { kind: 'unknown'; message: string }
  /** A name that leads to a link-local or reserved address: whoever means one writes it as it is. */
  | { kind: 'barred'; address: string };

/** The addresses of a host of a URL or configuration: looked up once, so that the name cannot come to mean another machine later. */
export async function resolveHost(host: string): Promise<ResolvedHost> {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare)) return { kind: 'addresses', addresses: [bare] };
  let addresses: string[];
  try {
    addresses = (await lookup(bare, { all: true })).map(({ address }) => address);
  } catch (error) {
    return { kind: 'unknown', message: codeOf(error) };
  }
  const barred = addresses.find((address) => isBarred(address));
  if (barred !== undefined) return { kind: 'barred', address: barred };
  return addresses.length === 0 ? { kind: 'unknown', message: 'no address' } : { kind: 'addresses', addresses };
}

function isBarred(address: string): boolean {
  const kind = addressKind(address);
  return kind === 'link-local' || kind === 'reserved';
}

/** The code of a system error, such as ECONNREFUSED; else its message. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code ?? error.message;
}
