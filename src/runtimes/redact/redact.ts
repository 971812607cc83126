import { withoutNamedSecrets } from './pairs.js';
import { isSecretKey, mayBeNumber } from './secret-key.js';
import { REDACTED, withoutShapes } from './shapes.js';

/** A stored error text has at most so many characters. */
export const LONGEST_ERROR = 4_000;
/** Shorter values (`1`, `true`) are no secrets, and looking for them would spoil every text. */
const SHORTEST_SECRET = 6;

export interface Redactor {
  /** Without the channel's own secret values, and nothing else changed. */
  known(text: string): string;
  /** Without these, and without everything that is a secret by its looks or its name. */
  text(text: string): string;
  /** The same of every text in it; the values of secret keys go whatever they are. */
  value(value: unknown): unknown;
  /** Of an error: redacted first, then cut, so that no half of a secret is left. */
  error(text: string): string;
  /** The known values, as they may be written; longest first. */
  readonly secrets: readonly string[];
}

/** `secretValues`: what must never be seen, whatever it looks like. */
export function createRedactor(secretValues: readonly string[]): Redactor {
  const secrets = writings(secretValues);
  const known = (text: string): string => {
    let clean = text;
    for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, REDACTED);
    return clean;
  };
  const text = (given: string): string => withoutNamedSecrets(withoutShapes(known(given)));
  const value = (given: unknown): unknown => redactedValue(given, text);
  return { known, text, value, error: (given) => cut(text(given)), secrets };
}

/** Each value as it is, as in JSON, and as in a URL. */
function writings(values: readonly string[]): string[] {
  const all = values
    .filter((value) => value.length >= SHORTEST_SECRET)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(wellFormed(value))]);
  return [...new Set(all)].sort((one, other) => other.length - one.length);
}

function redactedValue(value: unknown, text: (given: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => redactedValue(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isSecretKey(key) ? hidden(one, key) : redactedValue(one, text)]),
  );
}

/** Everything under a secret's name. */
function hidden(value: unknown, key: string): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return mayBeNumber(key) ? REDACTED : value;
  if (typeof value === 'string') return value === '' ? value : REDACTED;
  if (Array.isArray(value)) return value.map((one) => hidden(one, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hidden(one, key)]));
}

function cut(text: string): string {
  if (text.length <= LONGEST_ERROR) return text;
  return `${wellFormed(text.slice(0, LONGEST_ERROR - 1))}…`;
}

/** Half a character, which a cut may leave, becomes U+FFFD. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
