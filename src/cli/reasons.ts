import type { Feature, RouteEvidence } from '../controller/policy.js';
import type { Face } from './face.js';

/** What spoke for and against, a line each; none where nothing did. */
export function reasonLines({ words, language }: Pick<Face, 'words' | 'language'>, evidence: RouteEvidence): string[] {
  return [
    { told: words.speaksFor, features: evidence.for },
    { told: words.speaksAgainst, features: evidence.against },
  ].flatMap(({ told, features }) => (features.length === 0 ? [] : [told(reasons(language, features))]));
}

/** Reasons in the language of what stands around them; one that was stored in one language only, in that. */
function reasons(language: Face['language'], features: readonly Feature[]): string[] {
  return features.map(({ text, said }) => said?.[language] ?? text);
}
