import type { RouteRow } from './index-layout.js';

/** What a package says about itself, as far as routing goes. */
export interface RoutedPackage {
  /** The label: the task type. */
  readonly label: string;
  readonly name: string;
  readonly description: string;
  readonly when_to_use: string;
  readonly examples: readonly string[];
}

/** A package's training rows: its examples, the sentences of its description and of `when_to_use`, and its name in words. */
export function packageRows({ label, name, description, when_to_use, examples }: RoutedPackage): RouteRow[] {
  return [...examples, ...sentences(description), ...sentences(when_to_use), nameInWords(name)]
    .filter((text) => text.trim() !== '')
    .map((text) => ({ label, text }));
}

/** "releaseCheck", "release_check", "team/release-check" → words with spaces between. */
export function nameInWords(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?;])\s+|[。！？；\n]+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
