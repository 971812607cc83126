import { languageOf } from '../environment/language.js';
import type { AboutFrame, AboutRequest } from './authored.js';
import type { RoutedTexts } from './protocol-data.js';

const QUESTION = /[?？]/;

/**
 * Each type's examples within sentences that forbid them or call them off; a question fits into none. Frames take turns, in the
 * example's language.
 */
export function framed(types: readonly RoutedTexts[], frames: readonly AboutFrame[]): AboutRequest[] {
  let turn = 0;
  return types.flatMap(({ name, examples }) =>
    examples
      .filter((example) => !QUESTION.test(example))
      .flatMap((example) => {
        const lang = languageOf(example, undefined);
        const own = frames.filter((frame) => frame.lang === lang);
        const within = lang === 'en' ? lowered(example) : example;
        turn += 1;
        const frame = own[(turn * 7) % own.length];
        if (frame === undefined) return [];
        const text = frame.text.replace('{}', () => within.replace(/[.!。！]+$/u, ''));
        return [{ package: name, asks: 'nothing', lang, text }];
      }),
  );
}

/** The first letter as it is within a sentence; an abbreviation stays. */
function lowered(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
