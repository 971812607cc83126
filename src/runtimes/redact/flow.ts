import type { Redactor } from './redact.js';

/** Cleans a text that arrives in pieces, so that a secret in two pieces is found too. */
export interface TextFlow {
  /** What can be let go of by now; empty where everything has to wait for more. */
  push(piece: string): string;
  /** The rest. */
  flush(): string;
}

/** A line that long is let go of at its last blank. */
const LONGEST_HELD = 16_384;

/** For the record: whole lines, cleaned of everything that is a secret. A private key is held until its end. */
export function recordFlow(redactor: Redactor): TextFlow {
  let held = '';
  const take = (end: number): string => {
    const text = held.slice(0, end);
    held = held.slice(end);
    return redactor.text(text);
  };
  return {
    push(piece) {
      held += piece;
      const open = held.lastIndexOf('-----BEGIN ');
      const inBlock = open !== -1 && held.indexOf('-----END ', open) === -1;
      const whole = inBlock ? open : held.lastIndexOf('\n') + 1;
      if (held.length - whole <= LONGEST_HELD) return take(whole);
      const blank = held.lastIndexOf(' ') + 1;
      return take(inBlock || blank === 0 ? held.length : blank);
    },
    flush: () => take(held.length),
  };
}

/** For who reads along: at once, but for an end that may become one of the channel's secret values. */
export function readerFlow(redactor: Redactor): TextFlow {
  let held = '';
  return {
    push(piece) {
      const text = redactor.known(held + piece);
      const end = text.length - heldBack(text, redactor.secrets);
      held = text.slice(end);
      return text.slice(0, end);
    },
    flush() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/** How many characters at the end are the beginning of a secret. */
function heldBack(text: string, secrets: readonly string[]): number {
  let most = 0;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > most; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) most = length;
    }
  }
  return most;
}
