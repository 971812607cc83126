import { createHash } from 'node:crypto';

export interface Layout {
  /** Where the u32 that tells the length of meta stands, where the checksum does, and where what it covers besides goes on. */
  readonly meta_length_at: number;
  readonly hash_at: number;
  readonly body_at: number;
}

export const POLICY_FILE: Layout = { meta_length_at: 12, hash_at: 32, body_at: 64 };
export const INDEX_FILE: Layout = { meta_length_at: 16, hash_at: 48, body_at: 80 };

const padded = (length: number): number => Math.ceil(length / 8) * 8;

/** The file with another meta, and with a checksum that is right. */
export function withMeta(file: Uint8Array, layout: Layout, change: (meta: string) => string): Uint8Array {
  const { meta_length_at, body_at } = layout;
  const before = new DataView(file.buffer, file.byteOffset).getUint32(meta_length_at, true);
  const text = new TextDecoder().decode(file.subarray(body_at, body_at + before));
  const meta = new TextEncoder().encode(change(text));
  const rest = file.subarray(body_at + padded(before));
  const changed = new Uint8Array(body_at + padded(meta.length) + rest.length);
  changed.set(file.subarray(0, body_at));
  changed.set(meta, body_at);
  changed.set(rest, body_at + padded(meta.length));
  new DataView(changed.buffer).setUint32(meta_length_at, meta.length, true);
  return signed(changed, layout);
}

/** The file with another byte or more, and with a checksum that is right. */
export function signed(file: Uint8Array, { hash_at, body_at }: Layout): Uint8Array {
  const hash = createHash('sha256').update(file.subarray(0, hash_at)).update(file.subarray(body_at)).digest();
  file.set(hash, hash_at);
  return file;
}
