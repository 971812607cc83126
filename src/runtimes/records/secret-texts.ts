/** Shorter values are words that appear everywhere (`auto`, `1`): to hide them would spoil what is written, and hide nothing. */
const SHORTEST = 8;
/** Unless their name says that they are secret. */
const SHORTEST_NAMED = 4;
export const SECRET_NAME = /key|token|secret|passw|pwd|auth|cookie|credential/i;

/** The values of a channel that must never be seen, each once. `parts`: values by their names, however deep. */
export function secretTexts(parts: Readonly<Record<string, unknown>>, apiKey: string | null): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [inner, each] of Object.entries(value)) walk(each, Array.isArray(value) ? name : inner);
    } else if (typeof value === 'string') {
      const secret = SECRET_NAME.test(name);
      if (value.length >= (secret ? SHORTEST_NAMED : SHORTEST)) found.add(value);
      // `Authorization: Bearer KEY`: the key is quoted alone, too.
      const credential = /^[A-Za-z]+ +(\S{4,})$/.exec(value)?.[1];
      if (credential !== undefined && secret) found.add(credential);
    }
  };
  walk(parts, '');
  if (apiKey !== null && apiKey.length >= SHORTEST_NAMED) found.add(apiKey);
  return [...found];
}
