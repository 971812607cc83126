import type { ExtractRule } from './params-schema.js';
import { TOO_SLOW, withinTime } from './within-time.js';

const MAX_TEXT = 4000;
/** What one rule may take on one text. */
export const EXTRACT_MS = 250;

/** What a parameter's `x-extract` finds in the user's words; null where it finds nothing, or not within a quarter of a second. */
export function extractParam(rule: ExtractRule, text: string): string | null {
  return extraction(rule, text)?.value ?? null;
}

/** A value, and the whole of what the pattern matched: the words that told it from others, such as its unit. */
export interface Extraction {
  readonly value: string;
  readonly match: string;
}

export function extraction(rule: ExtractRule, text: string): Extraction | null {
  const found = extractionWithin(EXTRACT_MS, rule, text);
  return found === TOO_SLOW ? null : found;
}

/** The value alone, told apart from a match that had to be stopped. */
export function extractWithin(ms: number, rule: ExtractRule, text: string): string | null | typeof TOO_SLOW {
  const found = extractionWithin(ms, rule, text);
  return found === TOO_SLOW || found === null ? found : found.value;
}

function extractionWithin(ms: number, rule: ExtractRule, text: string): Extraction | null | typeof TOO_SLOW {
  const regex = new RegExp(rule.pattern, 'u');
  const match = withinTime(ms, () => regex.exec(text.slice(0, MAX_TEXT)));
  if (match === TOO_SLOW || match === null) return match;
  const group = rule.group ?? (match.length > 1 ? 1 : 0);
  const value = (typeof group === 'number' ? match[group] : match.groups?.[group])?.trim() ?? '';
  return value === '' ? null : { value, match: match[0] };
}
