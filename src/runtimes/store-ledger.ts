import { hostName, self } from '../processes/identity.js';
import {
  findInvocation,
  finishInvocation,
  insertInvocation,
  markLaunched,
  writerOf,
  writesSession,
} from '../store/invocations.js';
import type { Store } from '../store/open.js';
import { insertBinding, markVerified, removeSession, saveSession } from '../store/sessions.js';
import type { Tx } from '../store/tx.js';
import type { Beginning, Binding, End, Ledger } from './ledger.js';
import { SessionBusyError } from './router-errors.js';
import type { InvocationStatus } from './terminal.js';

/** What other rooms write in the transaction that ends an invocation. */
export type WhenFinished = (
  tx: Tx,
  ended: {
    readonly id: string;
    readonly channel_id: string;
    readonly surface: string;
    readonly status: string;
    readonly at: Date;
  },
) => Promise<void>;

/** The ledger of the product: one transaction a call. */
export function storeLedger(store: Store, finished: WhenFinished = async () => {}): Ledger {
  return {
    begin: (beginning) => store.write((tx) => begin(tx, beginning)),
    launched: (id, process, at) => store.write((tx) => markLaunched(tx, id, process, at)),
    async bind(binding) {
      const busy = await store.write((tx) => bind(tx, binding));
      if (busy !== null) throw busy;
    },
    finish: (id, end) => store.write((tx) => finish(tx, id, end, finished)),
  };
}

async function begin(
  tx: Tx,
  { id, request, agentRevision, requestedSession, eventsPath, at }: Beginning,
): Promise<void> {
  if (requestedSession !== null) {
    const busy = await busyError(tx, request.runtimeId, requestedSession, id);
    if (busy !== null) throw busy;
  }
  const { surface, role = null, ownerReference = null } = request.invocation;
  const recorder = self();
  await insertInvocation(tx, {
    ...{ id, surface, role, agent_revision: agentRevision, requested_session: requestedSession },
    owner: ownerReference === null ? null : JSON.stringify(ownerReference),
    run_id: ownerReference?.run_id ?? null,
    runtime_id: request.runtimeId,
    channel_id: request.channelId,
    agent_id: request.agentId,
    environment_id: 'local',
    mode: request.executionMode,
    policy: request.continuationPolicy,
    work_dir: request.workDir,
    recorder_host: hostName(),
    recorder_pid: recorder.pid,
    recorder_started_at: recorder.started_at,
    started_at: at.toISOString(),
    events_path: eventsPath,
  });
}

/** Resolves with who else writes that session; the binding is true and stored all the same. */
async function bind(tx: Tx, binding: Binding): Promise<SessionBusyError | null> {
  const { invocationId, runtimeId, sessionId } = binding;
  const at = binding.at.toISOString();
  await insertBinding(tx, {
    invocation_id: invocationId,
    session_id: sessionId,
    turn_id: binding.turnId,
    relation: binding.relation,
    bound_at: at,
  });
  const busy = await busyError(tx, runtimeId, sessionId, invocationId);
  if (busy !== null) return busy;
  await writesSession(tx, invocationId, sessionId);
  await saveSession(tx, {
    runtime_id: runtimeId,
    session_id: sessionId,
    channel_id: binding.channelId,
    agent_id: binding.agentId,
    work_dir: binding.workDir,
    conversation: binding.conversation === null ? null : JSON.stringify(binding.conversation),
    created_at: at,
    used_at: at,
    last_invocation_id: invocationId,
  });
  return null;
}

async function busyError(tx: Tx, runtimeId: string, sessionId: string, mine: string): Promise<SessionBusyError | null> {
  const writer = await writerOf(tx, runtimeId, sessionId);
  if (writer === null || writer.id === mine) return null;
  return new SessionBusyError(sessionId, { invocationId: writer.id, pid: writer.pid });
}

async function finish(tx: Tx, id: string, end: End, finished: WhenFinished): Promise<InvocationStatus> {
  const mine = await finishInvocation(tx, id, {
    status: end.status,
    outcome: end.error?.outcome ?? null,
    finished_at: end.at.toISOString(),
    error: end.error === null ? null : JSON.stringify(end.error),
    usage: end.usage === null ? null : JSON.stringify(end.usage),
  });
  const row = await findInvocation(tx, id);
  if (row === null) throw new Error(`the record of invocation ${id} is gone`);
  if (!mine) return row.status as InvocationStatus;
  if (end.verified !== null) await markVerified(tx, end.verified.runtimeId, end.verified.sessionId, end.at);
  if (end.removed && row.requested_session !== null) await removeSession(tx, row.runtime_id, row.requested_session);
  await finished(tx, { id, channel_id: row.channel_id, surface: row.surface, status: end.status, at: end.at });
  return end.status;
}
