import { type Ledger, storeLedger } from '../models/ledger.js';
import { findInvocation } from '../store/invocations.js';
import { findJob } from '../store/jobs.js';
import type { Store } from '../store/open.js';

/** Enters the model calls of an invocation under the task that it is made for; under none where nobody's task is behind it. */
export function modelCallsOf(store: Store): (invocationId: string) => Ledger {
  return (invocationId) =>
    storeLedger(store, async (tx) => {
      const run_id = (await findInvocation(tx, invocationId))?.run_id ?? null;
      const job = run_id === null ? null : await findJob(tx, run_id);
      return { environment_id: job?.environment_id ?? null, round_id: job?.round_id ?? null, purpose: 'agent' };
    });
}
