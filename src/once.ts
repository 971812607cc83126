import type { Said } from './errors/said.js';

/** Tells the same thing once, however often it is found out; null: there is nothing to tell any more. */
export function once(warn: ((said: Said) => void) | undefined): (said: Said | null) => void {
  let told: string | null = null;
  return (said) => {
    if (said !== null && said.en !== told) warn?.(said);
    told = said?.en ?? null;
  };
}
