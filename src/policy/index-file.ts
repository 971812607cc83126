import { createHash } from 'node:crypto';
import { ProductError } from '../errors/product-error.js';
import type { Said } from '../errors/said.js';
import { indexFault } from './check-index.js';
import { DAMAGE } from './damage.js';
import type { IndexLabel, IndexParts, RouteIndex, WholeIndex } from './index-layout.js';
import { isText, listOf, misshapen, objectOf, parsed, wholeWithin } from './meta-shape.js';

/** Not a route index, or not one this version reads, or damaged. Nothing of it may be used: build it anew. */
export class IndexFormatError extends ProductError {
  override readonly code = 'INDEX_FORMAT';

  constructor({ en, zh }: Said) {
    super({
      en: `the route index cannot be used: ${en}. It is a cache; it will be built again from the packages.`,
      zh: `路由索引无法使用：${zh}。它只是缓存，会由各个包重新生成。`,
    });
  }
}

/** Goes up with every change of layout, of features, or of what a weight means. */
const FORMAT = 5;
const MAGIC = 'ER-ROUTE';
/** Reads as another number on a machine with the other byte order. */
const BYTE_ORDER = 0x01020304;
const HASH_AT = 48;
const BODY_AT = 80;
/** u32 numbers between the magic and the hash, the last one unused. */
const COUNTS = 10;

interface Sizes {
  meta: number;
  features: number;
  labels: number;
  stride: number;
  slots: number;
  anchors: number;
  entries: number;
}

interface Meta {
  labels: readonly IndexLabel[];
  row_count: number;
}

/**
 * The file: magic (8 bytes), then u32 format, byte order, length of meta, features, labels, stride, table slots,
 * anchors, entries of anchors, 0; sha256 of everything else (32 bytes);
 * meta as JSON; table u32 × 2 × slots, idf f32 × features, scale f32 × features, bias f32 × labels,
 * anchors (columns u32, starts u32 × (anchors + 1), rows i32 and values f32 × entries), weights i8 × features × stride.
 * Each part starts on a multiple of 8.
 */
function sections({ meta, features, labels, stride, slots, anchors, entries }: Sizes) {
  let at = BODY_AT;
  const take = (length: number) => {
    const start = at;
    at += Math.ceil(length / 8) * 8;
    return start;
  };
  return {
    meta: take(meta),
    table: take(slots * 8),
    idf: take(features * 4),
    scale: take(features * 4),
    bias: take(labels * 4),
    columns: take(anchors * 4),
    starts: take((anchors + 1) * 4),
    rows: take(entries * 4),
    values: take(entries * 4),
    weights: take(features * stride),
    end: at,
  };
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes.subarray(0, HASH_AT)).update(bytes.subarray(BODY_AT)).digest();
}

/** Lays the parts out as a file and reads them back as views over it. */
export function pack(parts: IndexParts): WholeIndex {
  const { labels, row_count } = parts;
  const meta = new TextEncoder().encode(JSON.stringify({ labels, row_count } satisfies Meta));
  const { anchors } = parts;
  const sizes = {
    meta: meta.length,
    features: parts.idf.length,
    labels: labels.length,
    stride: parts.stride,
    slots: parts.table.length / 2,
    anchors: anchors.columns.length,
    entries: anchors.rows.length,
  };
  const at = sections(sizes);
  const bytes = new Uint8Array(at.end);
  bytes.set(new TextEncoder().encode(MAGIC));
  new Uint32Array(bytes.buffer, MAGIC.length, COUNTS).set([FORMAT, BYTE_ORDER, ...Object.values(sizes)]);
  bytes.set(meta, at.meta);
  for (const [start, part] of [
    [at.table, parts.table],
    [at.idf, parts.idf],
    [at.scale, parts.scale],
    [at.bias, parts.bias],
    [at.columns, anchors.columns],
    [at.starts, anchors.starts],
    [at.rows, anchors.rows],
    [at.values, anchors.values],
    [at.weights, parts.weights],
  ] as const) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), start);
  }
  const hash = digest(bytes);
  bytes.set(hash, HASH_AT);
  return viewsOver(bytes, sizes, hash, { labels, row_count });
}

export function serialize(index: WholeIndex): Uint8Array {
  return index.bytes;
}

/** Two indexes of one version decide alike, bit for bit. */
export function version(index: RouteIndex): string {
  return index.version;
}

/** The version of an index that was changed, not built: of what it was and of what was done to it. */
export function changedVersion({ version }: RouteIndex, change: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([version, ...change]))
    .digest('hex');
}

/**
 * Reads a file as views over its bytes (copied only where they are not aligned to 8). The bytes must not be changed afterwards.
 * @throws IndexFormatError for anything but a whole, undamaged file of this format.
 */
export function open(file: Uint8Array): WholeIndex {
  if (file.length < BODY_AT) throw new IndexFormatError(DAMAGE.short);
  const bytes = file.byteOffset % 8 === 0 ? file : file.slice();
  if (new TextDecoder('latin1').decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    throw new IndexFormatError({ en: 'it is not a route index', zh: '它不是路由索引' });
  }
  const counts = new Uint32Array(bytes.buffer, bytes.byteOffset + MAGIC.length, COUNTS);
  const [format = 0, order = 0, ...rest] = counts;
  const [meta = 0, features = 0, labels = 0, stride = 0, slots = 0, anchors = 0, entries = 0] = rest;
  if (order !== BYTE_ORDER) throw new IndexFormatError(DAMAGE.byteOrder);
  if (format !== FORMAT) {
    const [en, zh] = [
      `it has format ${format}, this version reads ${FORMAT}`,
      `格式是 ${format}，当前版本读取 ${FORMAT}`,
    ];
    throw new IndexFormatError({ en, zh });
  }
  const sizes = { meta, features, labels, stride, slots, anchors, entries };
  const at = sections(sizes);
  if (at.end !== bytes.length) throw new IndexFormatError(DAMAGE.length(bytes.length, at.end));
  const hash = digest(bytes);
  if (!hash.equals(bytes.subarray(HASH_AT, BODY_AT))) throw new IndexFormatError(DAMAGE.checksum);
  const read = parsed(bytes.subarray(at.meta, at.meta + meta));
  const wrong = misshapen(read, META);
  if (wrong !== null) throw new IndexFormatError(DAMAGE.meta(wrong));
  if ((read as Meta).labels.length !== labels) throw new IndexFormatError(DAMAGE.meta('labels'));
  const index = viewsOver(bytes, sizes, hash, read as Meta);
  const fault = indexFault(index);
  if (fault !== null) throw new IndexFormatError(fault);
  return index;
}

const META = {
  labels: listOf(
    objectOf({
      name: isText,
      rows_hash: isText,
      said: (value) => value === null || isText(value),
      masked: (value) => typeof value === 'boolean',
    }),
  ),
  row_count: wholeWithin(0, Number.MAX_SAFE_INTEGER),
};

function viewsOver(bytes: Uint8Array, sizes: Sizes, hash: Buffer, { labels: named, row_count }: Meta): WholeIndex {
  const { features, labels, stride, slots, anchors, entries } = sizes;
  const at = sections(sizes);
  const start = bytes.byteOffset;
  const { buffer } = bytes;
  return {
    labels: named,
    row_count,
    table: new Uint32Array(buffer, start + at.table, slots * 2),
    idf: new Float32Array(buffer, start + at.idf, features),
    scale: new Float32Array(buffer, start + at.scale, features),
    stale: false,
    stride,
    bias: new Float32Array(buffer, start + at.bias, labels),
    anchors: {
      columns: new Uint32Array(buffer, start + at.columns, anchors),
      starts: new Uint32Array(buffer, start + at.starts, anchors + 1),
      rows: new Int32Array(buffer, start + at.rows, entries),
      values: new Float32Array(buffer, start + at.values, entries),
    },
    weights: new Int8Array(buffer, start + at.weights, features * stride),
    version: hash.toString('hex'),
    bytes,
  };
}
