import type { ExtractRule } from './params-schema.js';
import { ATTACK_LENGTH, runBounded } from './regex-cost.js';

const MAX_TEXT = 4000;
const LIMIT_MS = 250;

/**
 * What a parameter's `x-extract` finds in the user's words; null where it finds nothing, or not within a quarter of a second.
 * The rule is one that a package was loaded with: its pattern was tried on texts of ATTACK_LENGTH, so shorter ones are matched directly.
 */
export function extractParam(rule: ExtractRule, text: string): string | null {
  return extraction(rule, text)?.value ?? null;
}

/** The same with the whole of what the pattern matched: the value and the words that told it from others, such as its unit. */
export function extraction(rule: ExtractRule, text: string): { value: string; match: string } | null {
  const match =
    text.length <= ATTACK_LENGTH
      ? matchOf(rule.pattern, text)
      : runBounded(rule.pattern, [text.slice(0, MAX_TEXT)], LIMIT_MS);
  if (match === null || match === 'timeout') return null;
  const group = rule.group ?? (match.groups.length > 1 ? 1 : 0);
  const found = (typeof group === 'number' ? match.groups[group] : match.named[group])?.trim() ?? '';
  return found === '' ? null : { value: found, match: match.groups[0] ?? found };
}

function matchOf(pattern: string, text: string) {
  const match = new RegExp(pattern, 'u').exec(text);
  return match && { groups: [...match], named: { ...match.groups } };
}
