import { insertModelCall, type ModelCallPurpose } from '../store/model-calls.js';
import type { Store, Tx } from '../store/open.js';
import type { ModelFailureKind } from './failure.js';
import type { ModelUsage } from './model.js';

/** One call as it is accounted for, retries included. */
export interface LedgerEntry extends ModelUsage {
  readonly provider: string;
  readonly model: string;
  readonly ms: number;
  readonly outcome: 'ok' | ModelFailureKind;
  /** When it ended. */
  readonly at: Date;
}

/** Takes each call as it ends, however it ends. What it throws is passed on: an unaccounted call is not passed over. */
export type Ledger = (entry: LedgerEntry) => Promise<void>;

export interface LedgerOwner {
  /** Null: it belongs to no Environment. */
  readonly environment_id: number | null;
  readonly round_id: number | null;
  readonly purpose: ModelCallPurpose;
}

/** A row of `model_calls` per call. Whose it is, is looked up in the transaction that writes it. */
export function storeLedger(store: Store, ownerIn: (tx: Tx) => Promise<LedgerOwner>): Ledger {
  return async ({ at, ...entry }) => {
    await store.write(async (tx) => {
      await insertModelCall(tx, { ...(await ownerIn(tx)), ...entry, at: at.toISOString() });
    });
  };
}
