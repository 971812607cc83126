import type { RuntimeFailure } from '../failure.js';

/** The longest single argument that Linux hands to a program, its closing NUL included. */
const LONGEST_ARGUMENT = 128 * 1024;

/** Why a prompt cannot be an argument; null where it can. For back-ends that read it from nowhere else. */
export function unfitArgument(prompt: string): RuntimeFailure | null {
  const bytes = Buffer.byteLength(prompt);
  if (prompt.includes('\0')) {
    return {
      code: 'PROMPT_UNFIT',
      class: 'unsupported',
      message: 'this back-end takes no prompt with a NUL character',
    };
  }
  if (bytes < LONGEST_ARGUMENT) return null;
  const message = `this back-end takes its prompt as an argument, of less than ${LONGEST_ARGUMENT} bytes: it has ${bytes}`;
  return { code: 'PROMPT_TOO_LONG', class: 'unsupported', message };
}

/** A prompt that is never taken for an option. */
export function asArgument(prompt: string): string {
  return prompt.startsWith('-') ? `\n${prompt}` : prompt;
}
