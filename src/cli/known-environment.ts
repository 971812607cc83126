import { EnvironmentUnknownError } from '../rounds/show.js';
import type { Face } from './face.js';

/** Throws EnvironmentUnknownError where --environment names one that there is none of. */
export async function checkKnown({ environment, app }: Face): Promise<void> {
  if (environment === null) return;
  const known = await (await app()).environments.list();
  if (known.every(({ name }) => name !== environment)) throw new EnvironmentUnknownError(environment);
}
