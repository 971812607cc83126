import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readBoundedText } from '../../config/bounded-file.js';
import { ChannelSecretsFileError } from './errors.js';
import type { KeptValues } from './kept-values.js';

/** Every version of a channel has a file of its own: a row and its file never differ, whenever the process ends. */
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]*\.[0-9a-f]{16}\.json$/;
const MAX_BYTES = 8 * 1024 * 1024;

/** Writes what a channel keeps to a new file (0600, on the disk when this returns) and returns its name; null where it keeps nothing. */
export function writeSecrets(folder: string, channel_id: string, kept: KeptValues): string | null {
  if (Object.keys(kept).length === 0) return null;
  const name = `${channel_id}.${randomBytes(8).toString('hex')}.json`;
  const file = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fd = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      writeFileSync(fd, `${JSON.stringify({ version: 1, channel: channel_id, values: kept })}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    syncFolder(folder);
    return name;
  } catch (cause) {
    rmSync(file, { force: true });
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ChannelSecretsFileError(file, {
      en: `cannot be written (${code}); nothing was stored. Make its folder writable and repeat`,
      zh: `无法写入（${code}），没有存储任何内容。请让它所在的目录可写后重试`,
    });
  }
}

/** What the file holds. Throws ChannelSecretsFileError where it is gone, damaged, of another channel or readable by others. */
export function readSecrets(folder: string, channel_id: string, name: string | null): KeptValues {
  if (name === null) return {};
  const file = join(folder, name);
  const read = readBoundedText(file, MAX_BYTES);
  if (!read.ok) {
    const { en, zh } = read.refusal.message;
    throw new ChannelSecretsFileError(file, { en: `${en}. ${ANEW.en}`, zh: `${zh}。${ANEW.zh}` });
  }
  // Permissions mean nothing on Windows.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new ChannelSecretsFileError(file, {
      en: 'can be read by other users. Change its permissions to 0600, and its values where they may have been seen',
      zh: '可被其他用户读取。请把权限改为 0600；若其中的值可能已被看到，请更换它们',
    });
  }
  const held = parse(read.text);
  if (held === null || held.channel !== channel_id) {
    throw new ChannelSecretsFileError(file, { en: `is damaged. ${ANEW.en}`, zh: `已损坏。${ANEW.zh}` });
  }
  return held.values;
}

const ANEW = { en: 'Give the channel its values anew', zh: '请重新给出这个 channel 的各个值' };

function parse(text: string): { channel: string; values: KeptValues } | null {
  try {
    const held = JSON.parse(text) as { version?: unknown; channel?: unknown; values?: unknown } | null;
    if (held?.version !== 1 || typeof held.channel !== 'string') return null;
    if (typeof held.values !== 'object' || held.values === null) return null;
    const values = Object.values(held.values);
    if (!values.every((part) => typeof part === 'object' && part !== null && !Array.isArray(part))) return null;
    return { channel: held.channel, values: held.values as KeptValues };
  } catch {
    // What the parser says quotes the text, and so may quote a secret.
    return null;
  }
}

export function removeSecrets(folder: string, name: string | null): void {
  if (name !== null) rmSync(join(folder, name), { force: true });
}

/** Names of the files in the folder that no row names. */
export function ownerless(folder: string, owned: ReadonlySet<string>): string[] {
  try {
    return readdirSync(folder).filter((name) => NAME.test(name) && !owned.has(name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    const what = { en: `cannot be listed (${code})`, zh: `无法列出（${code}）` };
    throw new ChannelSecretsFileError(folder, what, { cause: error });
  }
}

/** A new name is on the disk once its folder is. Not every system lets a folder be opened for that. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
