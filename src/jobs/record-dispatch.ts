import type { ProcessId } from '../processes/identity.js';
import type { Tx } from '../store/tx.js';
/** Names the supervisor in the row and appends `dispatch_pyskill`, once: whoever comes first of dispatcher and supervisor. */
export function recordDispatch(_tx: Tx, _run_id: string, _supervisor: ProcessId, _now: Date): Promise<void> {
  throw new Error('being written');
}
