import { type Attempt, attemptHere } from './attempt.js';
import type { ExtractRule } from './params-schema.js';
import { type Stopped, withinTime } from './within-time.js';

const MAX_TEXT = 4000;
/** Processor time that one rule may take on one text. */
const EXTRACT_MS = 250;

/** What a parameter's `x-extract` finds in the user's words; null where it finds nothing, or not in time. */
export function extractParam(rule: ExtractRule, text: string): string | null {
  return extraction(rule, text)?.value ?? null;
}

/** A value, and the whole of what the pattern matched: the words that told it from others, such as its unit. */
export interface Extraction {
  readonly value: string;
  readonly match: string;
}

export function extraction(rule: ExtractRule, text: string): Extraction | null {
  const found = extractionInTime(rule, text, attemptHere);
  return typeof found === 'symbol' ? null : found;
}

/** The value alone, told apart from a match that had to be stopped. */
export function extractInTime(rule: ExtractRule, text: string, attempt: Attempt): string | null | Stopped {
  const found = extractionInTime(rule, text, attempt);
  return typeof found === 'symbol' || found === null ? found : found.value;
}

function extractionInTime(rule: ExtractRule, text: string, attempt: Attempt): Extraction | null | Stopped {
  const regex = new RegExp(rule.pattern, 'u');
  const match = withinTime(EXTRACT_MS, () => regex.exec(text.slice(0, MAX_TEXT)), attempt);
  if (typeof match === 'symbol' || match === null) return match;
  const group = rule.group ?? (match.length > 1 ? 1 : 0);
  const value = (typeof group === 'number' ? match[group] : match.groups?.[group])?.trim() ?? '';
  return value === '' ? null : { value, match: match[0] };
}
