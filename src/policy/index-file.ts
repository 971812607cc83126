import { createHash } from 'node:crypto';
import { ProductError } from '../errors/product-error.js';
import type { IndexLabel, IndexParts, RouteIndex } from './index-layout.js';

/** Not a route index, or not one this version reads, or damaged. Nothing of it may be used: build it anew. */
export class IndexFormatError extends ProductError {
  override readonly code = 'INDEX_FORMAT';

  constructor(what: string) {
    super(`the route index cannot be used: ${what}. It is a cache; it will be built again from the packages.`);
  }
}

/** Goes up with every change of layout, of features, or of what a weight means. */
const FORMAT = 1;
const MAGIC = 'ER-ROUTE';
/** Reads as another number on a machine with the other byte order. */
const BYTE_ORDER = 0x01020304;
const HASH_AT = 32;
const BODY_AT = 64;

interface Meta {
  labels: readonly IndexLabel[];
  row_count: number;
  stale: boolean;
}

/**
 * The file: magic (8 bytes), then u32 format, byte order, length of meta, features, labels, table slots; sha256 of everything else (32 bytes);
 * meta as JSON; table u32 × 2 × slots, idf f32 × features, scale f32 × features, bias f32 × labels, weights i8 × features × labels.
 * Each part starts on a multiple of 8.
 */
function sections(metaLength: number, features: number, labels: number, slots: number) {
  let at = BODY_AT;
  const take = (length: number) => {
    const start = at;
    at += Math.ceil(length / 8) * 8;
    return start;
  };
  return {
    meta: take(metaLength),
    table: take(slots * 8),
    idf: take(features * 4),
    scale: take(features * 4),
    bias: take(labels * 4),
    weights: take(features * labels),
    end: at,
  };
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes.subarray(0, HASH_AT)).update(bytes.subarray(BODY_AT)).digest();
}

/** Lays the parts out as a file and reads them back as views over it. */
export function pack(parts: IndexParts): RouteIndex {
  const { labels, row_count, stale } = parts;
  const meta = new TextEncoder().encode(JSON.stringify({ labels, row_count, stale } satisfies Meta));
  const at = sections(meta.length, parts.idf.length, labels.length, parts.table.length / 2);
  const bytes = new Uint8Array(at.end);
  bytes.set(new TextEncoder().encode(MAGIC));
  const counts = [FORMAT, BYTE_ORDER, meta.length, parts.idf.length, labels.length, parts.table.length / 2];
  new Uint32Array(bytes.buffer, 8, counts.length).set(counts);
  bytes.set(meta, at.meta);
  new Uint32Array(bytes.buffer, at.table, parts.table.length).set(parts.table);
  new Float32Array(bytes.buffer, at.idf, parts.idf.length).set(parts.idf);
  new Float32Array(bytes.buffer, at.scale, parts.scale.length).set(parts.scale);
  new Float32Array(bytes.buffer, at.bias, parts.bias.length).set(parts.bias);
  new Int8Array(bytes.buffer, at.weights, parts.weights.length).set(parts.weights);
  bytes.set(digest(bytes), HASH_AT);
  return open(bytes);
}

export function serialize(index: RouteIndex): Uint8Array {
  return index.bytes;
}

/** Hash of the index: two indexes with the same version decide alike, bit for bit. */
export function version(index: RouteIndex): string {
  return index.version;
}

/**
 * Reads a file as views over its bytes (copied only where they are not aligned to 8). The bytes must not be changed afterwards.
 * @throws IndexFormatError for anything but a whole, undamaged file of this format.
 */
export function open(file: Uint8Array): RouteIndex {
  if (file.length < BODY_AT) throw new IndexFormatError('it is too short');
  const bytes = file.byteOffset % 8 === 0 ? file : file.slice();
  if (new TextDecoder('latin1').decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw new IndexFormatError('it is not a route index');
  }
  const counts = new Uint32Array(bytes.buffer, bytes.byteOffset + 8, 6);
  const [format, order, metaLength, features, labelCount, slots] = counts as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (order !== BYTE_ORDER) throw new IndexFormatError('it was written on a machine with another byte order');
  if (format !== FORMAT) throw new IndexFormatError(`it has format ${format}, this version reads ${FORMAT}`);
  const at = sections(metaLength, features, labelCount, slots);
  if (at.end !== bytes.length) throw new IndexFormatError(`it is ${bytes.length} bytes long, not ${at.end}`);
  const hash = digest(bytes);
  if (!hash.equals(bytes.subarray(HASH_AT, BODY_AT))) throw new IndexFormatError('its checksum is wrong');
  const meta = JSON.parse(new TextDecoder().decode(bytes.subarray(at.meta, at.meta + metaLength))) as Meta;
  const start = bytes.byteOffset;
  return {
    ...meta,
    table: new Uint32Array(bytes.buffer, start + at.table, slots * 2),
    idf: new Float32Array(bytes.buffer, start + at.idf, features),
    scale: new Float32Array(bytes.buffer, start + at.scale, features),
    bias: new Float32Array(bytes.buffer, start + at.bias, labelCount),
    weights: new Int8Array(bytes.buffer, start + at.weights, features * labelCount),
    version: hash.toString('hex'),
    bytes,
  };
}
