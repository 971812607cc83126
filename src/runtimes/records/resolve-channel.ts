import { readBoundedText } from '../../config/bounded-file.js';
import type { Said } from '../../errors/said.js';
import { listChannels, type StoredChannel } from '../../store/channels.js';
import { CATALOG } from '../catalog.js';
import type { Channel, ResolvedChannel } from '../channel.js';
import { requireChannel } from './channels.js';
import { ChannelReferenceError, type RecordProblem } from './errors.js';
import { type KeptValues, partsOf, placeOf, rejoin, withParts } from './kept-values.js';
import type { Records } from './records.js';
import { referenceOf } from './reference.js';
import { secretTexts } from './secret-texts.js';
import { secretVariables } from './secret-variables.js';
import { readSecrets } from './secrets-file.js';

/** A key in a file of its own is no longer than this. */
const MAX_BYTES = 64 * 1024;

/**
 * A stored channel with every reference read, for one invocation. Throws ChannelUnknownError, ChannelSecretsFileError, and
 * ChannelReferenceError with every reference that cannot be read now.
 */
export async function resolveChannel(
  records: Pick<Records, 'store' | 'secrets_dir'>,
  id: string,
  env: NodeJS.ProcessEnv,
): Promise<ResolvedChannel> {
  const { row, kept } = await rowWithKept(records, id);
  const { channel, missing } = rejoin(JSON.parse(row.body) as Channel, kept);
  if (missing.length > 0) {
    throw new ChannelReferenceError(
      id,
      missing.map((path) => ({ path, message: NOT_KEPT })),
    );
  }
  const all = (await records.store.read(listChannels)).map(({ body }) => JSON.parse(body) as Channel);
  return besideOthers(readReferences(channel, env), channel, all, env);
}

/** What the environment holds for other channels is not seen either; what it holds for other runtimes is not handed on. */
function besideOthers(
  resolved: ResolvedChannel,
  stored: Channel,
  all: readonly Channel[],
  env: NodeJS.ProcessEnv,
): ResolvedChannel {
  const own = new Set(secretVariables([stored]));
  const values = secretVariables(all).map((name) => [name, env[name]]);
  return {
    ...resolved,
    secretValues: [...new Set([...resolved.secretValues, ...secretTexts(Object.fromEntries(values), null)])],
    foreignVariables: secretVariables(all.filter(({ runtimeId }) => runtimeId !== stored.runtimeId)).filter(
      (name) => !own.has(name),
    ),
  };
}

/** An edit removes the file of what it replaces: a row whose file has just gone is read anew. */
async function rowWithKept(
  records: Pick<Records, 'store' | 'secrets_dir'>,
  id: string,
  failed: { file: string | null; error: unknown } | null = null,
): Promise<{ row: StoredChannel; kept: KeptValues }> {
  const row = await records.store.read((tx) => requireChannel(tx, id));
  if (failed !== null && row.secrets_file === failed.file) throw failed.error;
  try {
    return { row, kept: readSecrets(records.secrets_dir, id, row.secrets_file) };
  } catch (error) {
    return await rowWithKept(records, id, { file: row.secrets_file, error });
  }
}

const NOT_KEPT: Said = {
  en: 'its value is not in the channel’s file: give it anew',
  zh: '它的值不在 channel 的文件中：请重新给出',
};

/** A channel whose values are all in it, with every reference read. Throws ChannelReferenceError. */
export function readReferences(channel: Channel, env: NodeJS.ProcessEnv): ResolvedChannel {
  const problems: RecordProblem[] = [];
  const read = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((each, index) => read(each, `${path}.${index}`));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each, `${path}.${name}`)]));
    }
    if (typeof value !== 'string') return value;
    const found = valueAt(value, env);
    if (typeof found === 'string') return found;
    problems.push({ path, message: found.problem });
    return value;
  };
  const parts = Object.fromEntries(
    (Object.entries(partsOf(channel)) as [Parameters<typeof placeOf>[0], Record<string, unknown>][]).map(
      ([part, values]) => [
        part,
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value, placeOf(part, name))])),
      ],
    ),
  );
  if (problems.length > 0) throw new ChannelReferenceError(channel.id, problems);
  const resolved = withParts(channel, parts);
  const key = channel.apiKeyField ?? CATALOG[channel.runtimeId].apiKeyField;
  const apiKey = key === null ? null : (resolved.environment?.[key] ?? null);
  return { ...resolved, apiKey, secretValues: secretTexts(partsOf(resolved), apiKey), foreignVariables: [] };
}

function valueAt(text: string, env: NodeJS.ProcessEnv): string | { problem: Said } {
  const reference = referenceOf(text);
  if (reference === null) return text;
  if (reference.kind === 'env') {
    const value = env[reference.name];
    if (value !== undefined && value !== '') return value;
    return { problem: { en: `${text} is not set`, zh: `${text} 未设置` } };
  }
  const read = readBoundedText(reference.path, MAX_BYTES);
  if (!read.ok) {
    const { en, zh } = read.refusal.message;
    return { problem: { en: `${text} ${en}`, zh: `${text} ${zh}` } };
  }
  // Editors and `echo` end a file with a line break that is no part of the key.
  const value = read.text.replace(/\r?\n$/, '');
  return value === '' ? { problem: { en: `${text} is empty`, zh: `${text} 是空文件` } } : value;
}
