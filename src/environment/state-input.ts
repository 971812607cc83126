/** What a policy sees, in inference and in training: three strings, the same bytes in both. */
export interface StateInput {
  USER_INPUT: string;
  ENVIRONMENT_JSON: string;
  /** One line a package, most stable first. */
  SKILLS_INDEX: string;
}
