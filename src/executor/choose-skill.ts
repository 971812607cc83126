import { confidence, margin, type RouteScores, SHIPPED_CALIBRATION } from '../policy/route-index.js';
import { isRunnable } from '../skills/is-runnable.js';
import type { Catalog, Package } from '../skills/package.js';
import { skillOfColumn, skillsOf } from './skill-rows.js';

/**
 * From this margin on a skill is run without asking, if it is also the nearest of all columns: the calibrated margin of routes. Recall
 * and false triggers at it are printed by test/executor/skill-routing.test.ts.
 */
export const SKILL_MARGIN = SHIPPED_CALIBRATION.threshold;

/** How many skills that were not taken are named. */
const NEAREST = 3;
/** Further off than this a skill has nothing to do with the request. */
const FAR_MARGIN = -0.6;

/** Why no skill was run. */
export type NoSkillReason =
  /** None is installed. */
  | 'NO_SKILL'
  /** The request resembles other open-ended work, or a task type, more. */
  | 'SKILL_NOT_NEAREST'
  /** None fits well enough. */
  | 'SKILL_NOT_CONFIDENT'
  /** The one that fits is text for a model. */
  | 'SKILL_NEEDS_MODEL';

export interface NearSkill {
  readonly skill: Package;
  readonly margin: number;
  /** 0..1. */
  readonly confidence: number;
}

/** Which skill a request is for, or why none is run; `nearest` best first, the chosen one included. */
export type SkillChoice = { readonly nearest: readonly NearSkill[] } & (
  | { readonly chosen: Package; readonly reason: null }
  | { readonly chosen: null; readonly reason: NoSkillReason }
);

/** Decides from the scores of the skill index (`skillColumns`) alone. */
export function chooseSkill(catalog: Catalog, { routes, unknown_mass }: RouteScores): SkillChoice {
  const skills = new Map(skillsOf(catalog).map((skill) => [skill.name, skill]));
  if (skills.size === 0) return { chosen: null, reason: 'NO_SKILL', nearest: [] };
  const ranked = routes.flatMap((route) => {
    const skill = skills.get(skillOfColumn(route.label) ?? '');
    if (skill === undefined) return [];
    const own = margin({ routes: [route], unknown_mass }, SHIPPED_CALIBRATION);
    return [{ skill, margin: own, confidence: confidence(own, SHIPPED_CALIBRATION) }];
  });
  const nearest = ranked.filter((each) => each.margin >= FAR_MARGIN).slice(0, NEAREST);
  const none = (reason: NoSkillReason): SkillChoice => ({ chosen: null, reason, nearest });
  const [best] = ranked;
  if (best === undefined || best.margin < SKILL_MARGIN) return none('SKILL_NOT_CONFIDENT');
  if (skillOfColumn(routes[0]?.label ?? '') === null) return none('SKILL_NOT_NEAREST');
  if (!isRunnable(best.skill)) return none('SKILL_NEEDS_MODEL');
  return { chosen: best.skill, reason: null, nearest };
}
