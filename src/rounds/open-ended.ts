import type { Controller } from '../controller/assemble.js';
import { userTask } from '../controller/user-task.js';
import type { TrackEvent } from '../environment/types.js';
import { chooseSkill, SKILL_MARGIN, type SkillChoice } from '../executor/choose-skill.js';
import { wordsOf } from '../reply/words.js';
import { isRunnable } from '../skills/is-runnable.js';
import type { Package } from '../skills/package.js';
import type { Decided } from './decide.js';
import { type Errand, NOTHING_ELSE } from './errand.js';
import { decisionEvents } from './events.js';
import { typeOf } from './execute.js';
import { fail } from './failed.js';
import { failureLookedAt } from './failure-looked-at.js';
import type { House, Turn } from './house.js';
import type { StepOutcome } from './outcome.js';
import type { AgentErrand } from './run-agent.js';
import { runPackage } from './run-package.js';
import { answerStatus } from './status.js';

/** As a confidence. */
const LIKELY = 0.5;

/**
 * A request that the controller would rather ask about is taken as open-ended where that is what it thinks likeliest, and a skill is
 * chosen that is likelier right than wrong. Null: ask.
 */
export function surelyOpenEnded(
  turn: Turn,
  { catalog, skills }: Controller,
  decided: Decided,
): Omit<Errand, 'ends'> | null {
  const { routed } = decided;
  if (routed.kind !== 'ask' || routed.offered[0]?.task_type !== 'executor') return null;
  const { chosen, nearest } = chooseSkill(catalog, skills(turn.input));
  if (chosen === null || (nearest[0]?.confidence ?? 0) < LIKELY) return null;
  const content = userTask(turn.input);
  return { ...NOTHING_ELSE, decided, task_type: 'executor', content, text: turn.input };
}

/** The agent that a package names; null where it is carried out by a program of its own. */
export function agentOf({ agent }: Package): AgentErrand | null {
  return agent === null ? null : { agent_id: agent, surface: 'workflow', skills: [] };
}

/**
 * What no workflow covers is a skill's, where one is clearly meant. Everything else is the configured agent's; without one nothing is
 * done, and the reply says which skills came near and how to set a model up.
 */
export async function openEnded(
  house: House,
  turn: Turn,
  controller: Controller,
  errand: Errand,
): Promise<StepOutcome> {
  const { decided, task_type, content, ends } = errand;
  const { catalog } = controller;
  const choice = chooseSkill(catalog, controller.skills(errand.text));
  const chosen_by = [choiceEvent(choice)];
  const { chosen } = choice;
  if (chosen !== null) {
    return await runPackage(house, turn, { pkg: chosen, catalog, by: agentOf(chosen) }, { ...errand, chosen_by });
  }
  const pkg = catalog.types.get(house.settings.default_task_type) ?? catalog.types.get('executor');
  if (house.settings.executor_agent !== null && pkg !== undefined && !isRunnable(pkg)) {
    const by = {
      agent_id: house.settings.executor_agent,
      surface: 'task' as const,
      skills: choice.nearest.map(({ skill }) => skill),
    };
    return await runPackage(house, turn, { pkg, catalog, by }, { ...errand, chosen_by });
  }
  const told = await tellOfFailure(house, turn, controller, errand);
  if (told !== null) return told;
  const nearest = choice.nearest.map(({ skill }) => {
    return { name: skill.name, description: skill.description, runs: isRunnable(skill) };
  });
  const task_types = [...catalog.types.values()].filter(isRunnable).map(typeOf);
  return await fail(house, turn, decided.made, [...decisionEvents(decided.routed), ...chosen_by], {
    task_type,
    content,
    reason: 'MODEL_REQUIRED',
    detail: wordsOf(turn.language).modelRequired(task_types, nearest),
    main: { kind: 'model_required', task_types, nearest },
    ends,
    retry: 'final',
  });
}

/**
 * A request about a failure is answered with what is stored of it where nobody is there who could look further. Null: it is about none,
 * or an agent can.
 */
export async function tellOfFailure(
  house: House,
  turn: Turn,
  controller: Controller,
  errand: Pick<Errand, 'decided' | 'content' | 'ends'>,
): Promise<StepOutcome | null> {
  const failed = failureLookedAt(errand.decided);
  if (failed === null || house.settings.executor_agent !== null) return null;
  return await answerStatus(house, turn, controller, errand, failed);
}

/** Why this skill was run, or none: kept in the task's track. */
function choiceEvent({ chosen, reason, nearest }: SkillChoice): TrackEvent {
  const seen = nearest.map(({ skill, margin, confidence }) => ({ skill: skill.name, margin, confidence }));
  const made = { threshold: SKILL_MARGIN, nearest: seen };
  if (chosen === null) return { agent: 'executor', event: 'observe', tool: 'skill_index', reason, return: made };
  return { agent: 'executor', event: 'execute', tool: chosen.name, reason: 'SKILL_CHOSEN', return: made };
}
