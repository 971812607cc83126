import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Made {
  /** PEM. */
  cert: string;
  key: string;
  name: string;
  private_key: KeyObject;
}

export interface CertificateRequest {
  name: string;
  /** DNS names and IPv4 addresses it is issued for. */
  hosts?: readonly string[];
  days?: number;
  /** Days from now on which it becomes valid. */
  from_days?: number;
  /** Default: itself. */
  issuer?: Made;
  ca?: boolean;
}

const DAY_MS = 86_400_000;

/** An X.509 v3 certificate with an EC key, written here so that its dates and names are free to choose. */
export function makeCertificate({ name, hosts = [], days = 90, from_days = -1, issuer, ca }: CertificateRequest): Made {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const from = Date.now() + from_days * DAY_MS;
  const until = Date.now() + days * DAY_MS;
  const tbs = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([0x01, ...numbers(8)])),
    sequence(oid(ECDSA_SHA256)),
    nameOf(issuer?.name ?? name),
    sequence(time(new Date(Math.min(from, until - DAY_MS))), time(new Date(until))),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions(hosts, ca === true))),
  );
  const signature = sign('sha256', tbs, issuer?.private_key ?? privateKey);
  const certificate = sequence(
    tbs,
    sequence(oid(ECDSA_SHA256)),
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    name,
    private_key: privateKey,
  };
}

const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const ALT_NAMES = [0x55, 0x1d, 0x11];
const CONSTRAINTS = [0x55, 0x1d, 0x13];

function extensions(hosts: readonly string[], ca: boolean): Buffer[] {
  const names = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  );
  return [
    ...(names.length === 0 ? [] : [sequence(oid(ALT_NAMES), der(0x04, sequence(...names)))]),
    ...(ca
      ? [sequence(oid(CONSTRAINTS), der(0x01, Buffer.from([255])), der(0x04, sequence(der(0x01, Buffer.from([255])))))]
      : []),
  ];
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, () => Math.floor(Math.random() * 256));
}

function nameOf(name: string): Buffer {
  return sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(name)))));
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

const oid = (bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes));
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts));

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
