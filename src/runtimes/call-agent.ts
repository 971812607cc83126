import type { RuntimeDriver } from './driver.js';
import type { RuntimeEvent } from './events.js';
import { findConversation } from './find-conversation.js';
import type { Invocation } from './invocation.js';
import { showAgent } from './records/agents.js';
import { resolveChannel } from './records/resolve-channel.js';
import type { ContinuationPolicy, ExecutionMode, OwnerReference, RuntimeRequest, Surface } from './request.js';
import type { RuntimesRoom } from './room.js';

export interface AgentCall {
  /** Undefined: nobody was named, which is an error. */
  readonly agentId: string | undefined;
  readonly prompt: string;
  readonly surface: Surface;
  /** Absolute. */
  readonly workDir: string;
  readonly limits: RuntimeRequest['limits'];
  /** A session, or an invocation that reported one. */
  readonly resume?: string;
  /** True: rather nothing than a new session. */
  readonly requireResume?: boolean;
  readonly role?: string;
  readonly owner?: OwnerReference;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RuntimeEvent) => void;
}

/**
 * Looks up everything a call of an agent needs and starts it. Throws, before anything is started: AgentRequiredError, AgentUnknownError,
 * ChannelReferenceError, SessionUnknownError, and what the router refuses.
 */
export async function callAgent({ records, runtimes }: RuntimesRoom, call: AgentCall): Promise<Invocation> {
  const { agent, revision, runtime_id } = await showAgent(records, call.agentId);
  const [channel, driver, conversation] = await Promise.all([
    resolveChannel(records, agent.channelId, call.env),
    runtimes.registry.driver(runtime_id),
    call.resume === undefined ? null : findConversation(records.store, runtime_id, call.resume),
  ]);
  const executionMode = modeFor(channel.approvals?.policy ?? 'deny', driver, call.surface);
  const reasoningEffort = agent.reasoningEffort ?? channel.modelReasoningEffort;
  const request: RuntimeRequest = {
    agentId: agent.id,
    channelId: agent.channelId,
    runtimeId: runtime_id,
    surface: call.surface,
    executionMode,
    continuationPolicy: policyOf(call),
    ...(conversation === null ? {} : { runtimeConversation: conversation }),
    ...(agent.modelId === 'default' ? {} : { model: agent.modelId }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    prompt: call.prompt,
    workDir: call.workDir,
    ...(agent.instructions === undefined ? {} : { developerInstructions: agent.instructions }),
    limits: call.limits,
    ...(call.signal === undefined ? {} : { signal: call.signal }),
    invocation: {
      surface: call.surface,
      ...(call.role === undefined ? {} : { role: call.role }),
      ...(call.owner === undefined ? {} : { ownerReference: call.owner }),
    },
  };
  const common = { channel, agentRevision: revision, env: call.env };
  const heard = call.onEvent === undefined ? {} : { onEvent: call.onEvent };
  return await runtimes.invoke({ ...common, ...heard, request });
}

/** A back-end asks for approvals only where it is spoken with; without rules that could approve something there is nothing to ask. */
function modeFor(
  approvals: 'deny' | 'allow-list' | 'ask',
  driver: RuntimeDriver | null,
  surface: Surface,
): ExecutionMode {
  if (approvals === 'deny') return 'oneshot';
  return driver?.surfaces[surface]?.interactive === undefined ? 'oneshot' : 'interactive';
}

function policyOf({ resume, requireResume = false }: AgentCall): ContinuationPolicy {
  if (requireResume) return 'resume-required';
  return resume === undefined ? 'fresh' : 'resume-preferred';
}
