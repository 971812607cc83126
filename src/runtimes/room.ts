import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { ModelConfig } from '../config/config.js';
import { noteChannelRun } from '../store/channels.js';
import type { Store } from '../store/open.js';
import { approver } from './approvals/approver.js';
import { createRuntimes, type Runtimes } from './assemble.js';
import type { Records } from './records/records.js';
import { createRedactor } from './redact/redact.js';
import { builtIn, createRegistry } from './registry.js';
import { storeLedger } from './store-ledger.js';

/** Everything that calls of agents need, on one store. */
export interface RuntimesRoom {
  readonly records: Records;
  readonly runtimes: Runtimes;
}

export interface RoomOptions {
  readonly store: Store;
  /** Where files of channels and invocations lie: the folder of the database. Absolute. */
  readonly state_dir: string;
  /** The language models of graph.yaml, for channels that name one. */
  readonly model: ModelConfig;
  readonly now: () => Date;
}

/** Wires them. Nothing is read or started. */
export function openRuntimes({ store, state_dir, model, now }: RoomOptions): RuntimesRoom {
  const registry = createRegistry(builtIn({ model, store }));
  const records: Records = {
    store,
    secrets_dir: join(state_dir, 'channels'),
    now,
    by: userInfo().username,
    rulesOf: (runtimeId) => registry.driver(runtimeId),
    modelProviders: Object.keys(model.providers),
  };
  const ledger = storeLedger(store, async (tx, { channel_id, surface, status, at }) => {
    if (surface !== 'channel-test' && surface !== 'cleanup')
      await noteChannelRun(tx, channel_id, { at: at.toISOString(), status });
  });
  const runtimes = createRuntimes({
    registry,
    ledger,
    stateDir: state_dir,
    approve: ({ invocationId, channel, workDir, signal }, request) =>
      approver({
        store,
        rules: channel.approvals,
        invocationId,
        workDir,
        redact: createRedactor(channel.secretValues).text,
        now,
        signal,
      })(request),
  });
  return { records, runtimes };
}
