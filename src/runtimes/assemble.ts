import type { Store } from '../store/open.js';
import type { Tx } from '../store/tx.js';
import type { Approve, ConverseCall, Invocation, InvokeCall, LiveConversation } from './invocation.js';
import type { Ledger } from './ledger.js';
import type { Registry } from './registry.js';
import type { EndStatus } from './terminal.js';

/** What other rooms write in the transaction that ends an invocation. */
export type WhenFinished = (
  tx: Tx,
  ended: {
    readonly invocationId: string;
    readonly channelId: string;
    readonly surface: string;
    readonly status: EndStatus;
    readonly at: Date;
  },
) => Promise<void>;

export interface RuntimesOptions {
  readonly registry: Registry;
  /** Null: nothing can be recorded, and so nothing is started. */
  readonly ledger: Ledger | null;
  /** Where files of invocations lie: an absolute path. */
  readonly stateDir: string;
  /** Default: everything is denied. */
  readonly approve?: Approve;
}

export interface Runtimes {
  readonly registry: Registry;
  /** One run of a back-end. Rejects with the errors of router-errors.ts before anything is started; after that nothing is thrown. */
  invoke(call: InvokeCall): Promise<Invocation>;
  /** Checks the request at once; the back-end is started by the first turn. */
  converse(call: ConverseCall): Promise<LiveConversation>;
  /** Stops all that runs and refuses new starts. Resolves when everything is gone. More than once is once. */
  shutdown(): Promise<void>;
}

export declare function createRuntimes(options: RuntimesOptions): Runtimes;
export declare function storeLedger(store: Store, finished?: WhenFinished): Ledger;
