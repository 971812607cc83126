import type { ExtractRule } from './params-schema.js';
import { runBounded } from './regex-cost.js';

const MAX_TEXT = 4000;
const LIMIT_MS = 250;

/** What a parameter's `x-extract` finds in the user's words; null where it finds nothing, or not within a quarter of a second. */
export function extractParam(rule: ExtractRule, text: string): string | null {
  const match = runBounded(rule.pattern, [text.slice(0, MAX_TEXT)], LIMIT_MS);
  if (match === null || match === 'timeout') return null;
  const group = rule.group ?? (match.groups.length > 1 ? 1 : 0);
  const found = typeof group === 'number' ? match.groups[group] : match.named[group];
  return found === undefined || found.trim() === '' ? null : found.trim();
}
