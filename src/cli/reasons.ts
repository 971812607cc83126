import type { Feature } from '../controller/policy.js';
import type { Face } from './face.js';

/** Reasons in the language of what stands around them; one that was stored in one language only, in that. */
export function reasons({ language }: Pick<Face, 'language'>, features: readonly Feature[]): string {
  return features.map(({ text, said }) => said?.[language] ?? text).join('; ');
}
