import { join } from 'node:path';
import { buildContextView } from '../environment/context-view.js';
import { wallClock } from '../environment/wall-clock.js';
import { agentPrompt, type PromptSkill } from '../executor/agent-prompt.js';
import type { Package } from '../skills/package.js';
import { loadFacts } from '../store/facts.js';
import { loadEnvironment } from '../store/load.js';
import { dispatch } from './dispatch.js';
import { carriedValues, type Execution, orderOf, requestKey, typeOf, workingFolder } from './execute.js';
import type { House, Turn } from './house.js';
import type { StepOutcome } from './outcome.js';

/** Who carries a package out that starts nothing itself, and what it should read. */
export interface AgentErrand {
  readonly agent_id: string;
  /** `workflow`: the package names the agent. `task`: open-ended work. */
  readonly surface: 'task' | 'workflow';
  /** Skills that came near, best first. */
  readonly skills: readonly Package[];
}

/** What an agent's answer may be at most; its files are its own. */
const OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * Starts an agent on the task as a job, or joins the live one that does the same. The prompt is made of the task, the visible state and
 * the skills that matter. Throws AgentUnknownError where the agent is gone: no other one takes its place.
 */
export async function runAgent(
  house: House,
  turn: Turn,
  execution: Execution,
  { agent_id, surface, skills }: AgentErrand,
): Promise<StepOutcome> {
  const { package: pkg, bound, content, text, made, events, ends, also_asked } = execution;
  const agent = await house.agent(agent_id);
  const view = await house.store.read(async (tx) =>
    buildContextView(
      await loadEnvironment(tx, turn.environment_id, { last: VIEW_ROUNDS, track: false }),
      await loadFacts(tx, turn.environment_id),
      { round_limit: VIEW_ROUNDS },
      house.settings,
    ),
  );
  const { project, params } = bound;
  const now = house.now();
  const prompt = agentPrompt({
    text,
    content,
    params,
    asked_at: wallClock(now, -now.getTimezoneOffset()),
    project: project === null ? null : { name: project.name, path: project.path, base_url: project.base_url },
    // The round that asks is open, and is what the prompt itself is about.
    view: { ...view, rounds: view.rounds.filter(({ round_id }) => round_id !== turn.round_id) },
    by: surface === 'workflow' ? skillOf(pkg) : null,
    skills: skills.map(skillOf),
    language: turn.language,
  });
  const besides = { agent: agent.id, revision: agent.revision, request: text };
  const request_key = requestKey(turn.environment_id, execution, besides);
  return await dispatch(house, turn, {
    task_type: typeOf(pkg),
    content,
    params,
    made,
    events: [...events, { agent: 'runtime', event: 'execute', tool: agent.id, reason: 'AGENT_CHOSEN' }],
    ends,
    request_key,
    order: (task_id) => {
      const order = orderOf(house, turn, execution, { request_key, task_id });
      return {
        ...order,
        kind: 'agent',
        argv: house.agent_program,
        cwd: workingFolder(house, pkg, bound),
        limits: { ...order.limits, output_bytes: Math.min(order.limits.output_bytes, OUTPUT_BYTES) },
        // A call that may have had effects is never made again by itself.
        idempotent: false,
        max_attempts: 1,
        input: { ...order.input, agent: { id: agent.id, revision: agent.revision, surface, prompt } },
      };
    },
    told: { project: project?.name ?? null, carried: carriedValues(execution), also_asked },
  });
}

/** Rounds an agent is shown at most. */
const VIEW_ROUNDS = 5;

function skillOf({ name, description, dir }: Package): PromptSkill {
  return { name, description, file: join(dir, 'SKILL.md') };
}
