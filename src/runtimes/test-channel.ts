import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeSession } from '../store/sessions.js';
import { managedAgentId } from './agent.js';
import type { InvocationResult } from './invocation.js';
import { markTested, showChannel } from './records/channels.js';
import { resolveChannel } from './records/resolve-channel.js';
import type { RuntimesRoom } from './room.js';

const PROMPT = 'Reply with the single word: ok';
const LIMITS = { wallMs: 120_000, idleMs: 60_000 };

/**
 * A short run of the channel's back-end, in an empty folder, noted as the channel's test unless it was edited meanwhile. Throws
 * ChannelUnknownError, ChannelReferenceError, and what the router refuses.
 */
export async function testChannel(
  { records, runtimes }: RuntimesRoom,
  id: string,
  { env, signal }: { readonly env: NodeJS.ProcessEnv; readonly signal?: AbortSignal },
): Promise<InvocationResult> {
  const { channel: stored, updated_at } = await showChannel(records, id);
  const channel = await resolveChannel(records, id, env);
  const [model] = stored.models;
  const workDir = await mkdtemp(join(tmpdir(), 'er-channel-test-'));
  try {
    const invocation = await runtimes.invoke({
      request: {
        // The one that comes with it, whether or not it is still there.
        agentId: managedAgentId(id),
        channelId: id,
        runtimeId: stored.runtimeId,
        surface: 'channel-test',
        executionMode: 'oneshot',
        continuationPolicy: 'fresh',
        ...(model === undefined || model.id === 'default' ? {} : { model: model.id }),
        ...(stored.modelReasoningEffort === undefined ? {} : { reasoningEffort: stored.modelReasoningEffort }),
        prompt: PROMPT,
        workDir,
        limits: LIMITS,
        ...(signal === undefined ? {} : { signal }),
        invocation: { surface: 'channel-test' },
      },
      channel,
      agentRevision: null,
      env,
    });
    const result = await invocation.result;
    await invocation.gone;
    // One that was interrupted says nothing of the channel.
    if (result.status !== 'cancelled') {
      await markTested(records, id, {
        tested_as: updated_at,
        at: records.now().toISOString(),
        invocation_id: result.invocationId,
        outcome: result.status === 'completed' ? 'ok' : 'failed',
      });
    }
    // Nobody continues a test: its session would only keep the channel from being removed.
    const { session } = result;
    if (session !== null) await records.store.write((tx) => removeSession(tx, stored.runtimeId, session.id));
    return result;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}
