import { faultPoint } from '../../faults/fault-point.js';
import { liveAgents } from '../../store/agents.js';
import * as rows from '../../store/channels.js';
import type { Tx } from '../../store/tx.js';
import type { Agent } from '../agent.js';
import type { RuntimeId } from '../catalog.js';
import type { Channel } from '../channel.js';
import { checkChannel } from './check-channel.js';
import { type Binding, consumersOfChannel } from './consumers.js';
import {
  ChannelExistsError,
  ChannelInUseError,
  ChannelInvalidError,
  ChannelModelInUseError,
  ChannelUnknownError,
} from './errors.js';
import { type KeptValues, separate } from './kept-values.js';
import { followChannel, makeManagedAgent } from './managed-agent.js';
import { fitsModel } from './model-of.js';
import type { Records } from './records.js';
import { readSecrets, removeSecrets, writeSecrets } from './secrets-file.js';
import { sweepSecrets, sweepWithin } from './sweep-secrets.js';

/** A stored channel with the three facts that are never taken for each other: saved, tested, ran. As `--json` prints it. */
export interface ChannelRecord {
  /** Values that it keeps are `secret:kept`. */
  readonly channel: Channel;
  readonly created_at: string;
  readonly updated_at: string;
  /** Null: never tested as it is now. */
  readonly tested: { readonly at: string; readonly outcome: 'ok' | 'failed'; readonly invocation_id: string } | null;
  /** Its newest invocation other than a test. */
  readonly last_run: { readonly at: string; readonly status: string } | null;
}

/**
 * Stores a channel together with its managed agent. Throws ChannelInvalidError, ChannelFieldRefusedError, ChannelExistsError,
 * ChannelSecretsFileError; then nothing is stored.
 */
export async function addChannel(records: Records, given: unknown): Promise<ChannelRecord> {
  const channel = await checkChannel(given, records);
  const { row, kept, problems } = separate(channel, {});
  if (problems.length > 0) throw new ChannelInvalidError(problems);
  await storing(records, async (tx, written) => {
    if ((await rows.findChannel(tx, channel.id)) !== null) throw new ChannelExistsError(channel.id);
    await sweepWithin(tx, records.secrets_dir);
    const secrets_file = written(writeSecrets(records.secrets_dir, channel.id, kept));
    const at = records.now().toISOString();
    const body = JSON.stringify(row);
    await rows.insertChannel(tx, { id: channel.id, runtime_id: channel.runtimeId, body, secrets_file, created_at: at });
    await makeManagedAgent(tx, row, { at, by: records.by });
  });
  return await showChannel(records, channel.id);
}

/**
 * Changes the fields that `patch` names; null takes one away; a value given as `secret:kept` stays as it is. It has not been tested
 * after that. Throws as addChannel does, ChannelUnknownError, and ChannelModelInUseError where an agent would lose its model.
 */
export async function editChannel(records: Records, id: string, patch: unknown): Promise<ChannelRecord> {
  let replaced: string | null = null;
  await storing(records, async (tx, written) => {
    const stored = await requireChannel(tx, id);
    const before = JSON.parse(stored.body) as Channel;
    const channel = await checkChannel(merged(before, patch), records);
    const fixed = (['id', 'runtimeId'] as const).filter((field) => channel[field] !== before[field]);
    if (fixed.length > 0) throw new ChannelInvalidError(fixed.map((path) => ({ path, message: FIXED })));
    const held = heldFor(channel, () => readSecrets(records.secrets_dir, id, stored.secrets_file));
    const { row, kept, problems } = separate(channel, held);
    if (problems.length > 0) throw new ChannelInvalidError(problems);
    await requireModels(tx, row);
    const body = JSON.stringify(row);
    if (body === stored.body && JSON.stringify(kept) === JSON.stringify(held)) return;
    await sweepWithin(tx, records.secrets_dir);
    const secrets_file = written(writeSecrets(records.secrets_dir, id, kept));
    replaced = stored.secrets_file;
    const updated_at = after(stored.updated_at, records.now());
    await rows.rewriteChannel(tx, id, { body, secrets_file, updated_at });
    await followChannel(tx, row, { at: updated_at, by: records.by });
  });
  removeSecrets(records.secrets_dir, replaced);
  return await showChannel(records, id);
}

/**
 * Removes a channel, its file, and the agent that was made with it. Throws ChannelUnknownError, and ChannelInUseError with every
 * consumer; `bindings`: everything outside of the database that names an agent.
 */
export async function removeChannel(records: Records, id: string, bindings: readonly Binding[]): Promise<void> {
  const { secrets_file } = await records.store.write(async (tx) => {
    const stored = await requireChannel(tx, id);
    const consumers = await consumersOfChannel(tx, id, bindings);
    if (consumers.length > 0) throw new ChannelInUseError(id, consumers);
    await rows.deleteChannel(tx, id);
    return stored;
  });
  removeSecrets(records.secrets_dir, secrets_file);
}

/** By id. Also removes what a process that ended in the middle of storing a channel left behind. */
export async function listChannels(records: Records, runtimeId?: RuntimeId): Promise<ChannelRecord[]> {
  await sweepSecrets(records);
  const stored = await records.store.read(rows.listChannels);
  return stored.filter((row) => runtimeId === undefined || row.runtime_id === runtimeId).map(recordOf);
}

/** Throws ChannelUnknownError. */
export async function showChannel(records: Pick<Records, 'store'>, id: string): Promise<ChannelRecord> {
  return recordOf(await records.store.read((tx) => requireChannel(tx, id)));
}

/** How a test of the channel ended. False where the channel says something else than what was tested, or is gone. */
export async function markTested(
  records: Pick<Records, 'store'>,
  id: string,
  test: rows.ChannelTest,
): Promise<boolean> {
  return await records.store.write((tx) => rows.noteChannelTest(tx, id, test));
}

/** How an invocation other than a test ended. */
export async function markRun(
  records: Pick<Records, 'store'>,
  id: string,
  run: { at: string; status: string },
): Promise<void> {
  await records.store.write((tx) => rows.noteChannelRun(tx, id, run));
}

/** The row. Throws ChannelUnknownError. */
export async function requireChannel(tx: Tx, id: string): Promise<rows.StoredChannel> {
  const stored = await rows.findChannel(tx, id);
  if (stored === null) throw new ChannelUnknownError(id, await rows.channelIds(tx));
  return stored;
}

export function recordOf(row: rows.StoredChannel): ChannelRecord {
  const { tested_at, test_outcome, test_invocation_id, last_run_at, last_run_status } = row;
  const outcome = test_outcome === 'ok' ? 'ok' : 'failed';
  return {
    channel: JSON.parse(row.body) as Channel,
    created_at: row.created_at,
    updated_at: row.updated_at,
    tested: tested_at === null ? null : { at: tested_at, outcome, invocation_id: test_invocation_id ?? '' },
    last_run: last_run_at === null ? null : { at: last_run_at, status: last_run_status ?? '' },
  };
}

/** A transaction that may write a file of values: where it fails, the file goes with it. */
async function storing(
  records: Records,
  work: (tx: Tx, written: (file: string | null) => string | null) => Promise<void>,
): Promise<void> {
  let file: string | null = null;
  try {
    await records.store.write((tx) =>
      work(tx, (name) => {
        file = name;
        faultPoint('channel.secrets-written');
        return name;
      }),
    );
    faultPoint('channel.committed');
  } catch (error) {
    removeSecrets(records.secrets_dir, file);
    throw error;
  }
}

const FIXED = { en: 'cannot be changed: add another channel', zh: '不能修改：请另建一个 channel' };

function merged(before: Channel, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  return { ...before, ...patch };
}

/** What the channel's file holds. One that cannot be read stops no edit that gives every value anew. */
function heldFor(channel: Channel, read: () => KeptValues): KeptValues {
  try {
    return read();
  } catch (error) {
    if (separate(channel, {}).problems.length > 0) throw error;
    return {};
  }
}

/** Agents that a person made keep their model; the managed one follows the channel. */
async function requireModels(tx: Tx, channel: Channel): Promise<void> {
  const losing = (await liveAgents(tx, channel.id)).filter(
    ({ managed, body }) => managed === 0 && fitsModel(JSON.parse(body) as Agent, channel) !== null,
  );
  if (losing.length === 0) return;
  throw new ChannelModelInUseError(
    channel.id,
    losing.map(({ id }) => ({ kind: 'agent', name: id })),
  );
}

/** Each edit has a time of its own, so that a test can be told to be of this one. */
function after(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString();
}
