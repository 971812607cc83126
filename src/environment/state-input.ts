import { clip } from './clip.js';
import { buildControllerContext } from './controller-context.js';
import type { ContextLimits } from './limits.js';
import type { Environment, EnvironmentFacts } from './types.js';

/** What a policy sees, in inference and in training: three strings, the same bytes in both. */
export interface StateInput {
  USER_INPUT: string;
  /** JSON of a ControllerContext, keys in fixed order. */
  ENVIRONMENT_JSON: string;
  /** One line a package, most stable first. */
  SKILLS_INDEX: string;
}

/** Longer inputs (a pasted log) are shown by head and tail; the whole stays in the Environment. */
const USER_INPUT_CHARS = 4000;

/** The one function by which inference and training make a state: the same snapshot gives the same bytes. */
export function buildControllerStateInput(
  environment: Environment,
  facts: EnvironmentFacts,
  userInput: string,
  skillsIndex: string,
  limits: ContextLimits,
): StateInput {
  return {
    USER_INPUT: clip(userInput, USER_INPUT_CHARS),
    ENVIRONMENT_JSON: JSON.stringify(buildControllerContext(environment, facts, limits)),
    SKILLS_INDEX: skillsIndex,
  };
}
