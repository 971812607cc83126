import type { Config } from '../config/config.js';
import type { Language } from '../environment/language.js';
import { ProductError } from '../errors/product-error.js';
import { CATALOG } from '../runtimes/catalog.js';
import { findExecutable } from '../runtimes/command-line/find-executable.js';
import { listAgents } from '../runtimes/records/agents.js';
import { type ChannelRecord, listChannels } from '../runtimes/records/channels.js';
import { resolveChannel } from '../runtimes/records/resolve-channel.js';
import type { RuntimesRoom } from '../runtimes/room.js';
import type { Package } from '../skills/package.js';
import { type AgentDoctorWords, agentDoctorWords } from './agent-doctor-words.js';
import { type Finding, note, ok, problem } from './finding.js';

export interface AgentsExamined {
  /** Null where nothing was ever stored. */
  readonly room: RuntimesRoom | null;
  readonly config: Config;
  readonly packages: readonly Package[];
  readonly env: NodeJS.ProcessEnv;
}

/** Whether each channel could be used: its program, the values it refers to, its last test; and whether the agents that are named exist. */
export async function examineAgents(examined: AgentsExamined, language: Language): Promise<Finding[]> {
  const words = agentDoctorWords(language);
  const { room, env } = examined;
  const channels = room === null ? [] : await listChannels(room.records);
  const ids = new Set(room === null ? [] : (await listAgents(room.records)).map(({ agent }) => agent.id));
  const found: Finding[] = [];
  for (const record of channels) found.push(await channel(room, record, env, words, language));
  return [
    ...(channels.length === 0 ? [note('channels', words.none, words.noneFix)] : found),
    ...named(examined, ids, words),
  ];
}

async function channel(
  room: RuntimesRoom | null,
  { channel: { id, runtimeId }, tested }: ChannelRecord,
  env: NodeJS.ProcessEnv,
  words: AgentDoctorWords,
  language: Language,
): Promise<Finding> {
  const { executable, override, label } = CATALOG[runtimeId];
  if (executable !== null && findExecutable(runtimeId, env) === null) {
    return problem(
      'channels',
      words.programMissing(id, label, executable),
      words.programFix(executable, override ?? ''),
    );
  }
  const refused = await refusal(room, id, env);
  if (refused !== null) return problem('channels', refused.in(language), words.referenceFix(id));
  if (tested === null) return note('channels', words.notTested(id, label), words.testFix(id));
  return tested.outcome === 'ok'
    ? ok('channels', words.tested(id, label))
    : problem('channels', words.testFailed(id, tested.invocation_id), words.testFix(id));
}

/** Why the values it refers to cannot be had. */
async function refusal(room: RuntimesRoom | null, id: string, env: NodeJS.ProcessEnv): Promise<ProductError | null> {
  try {
    if (room !== null) await resolveChannel(room.records, id, env);
    return null;
  } catch (error) {
    if (error instanceof ProductError) return error;
    throw error;
  }
}

function named({ config, packages }: AgentsExamined, ids: ReadonlySet<string>, words: AgentDoctorWords): Finding[] {
  const { executor_agent } = config.runtime;
  const executor =
    executor_agent === null
      ? []
      : [
          ids.has(executor_agent)
            ? ok('agents', words.executor(executor_agent))
            : problem('agents', words.executorMissing(executor_agent), words.agentFix),
        ];
  const missing = packages.flatMap(({ agent, name }) =>
    agent === null || ids.has(agent) ? [] : [problem('agents', words.packageAgentMissing(name, agent), words.agentFix)],
  );
  return [...executor, ...missing];
}
