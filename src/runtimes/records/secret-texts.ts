/** Shorter values are words that appear everywhere (`auto`, `1`): to hide them would spoil what is written, and hide nothing. */
const SHORTEST = 8;
/** Unless their name says that they are secret. */
const SHORTEST_NAMED = 4;
const SECRET_NAME = /key|token|secret|passw|pwd|auth|cookie|credential/i;

/** The texts by which the values of a channel would be recognised in what is written: as they are, and as JSON and addresses spell them. Longest first. */
export function secretTexts(parts: Readonly<Record<string, unknown>>, apiKey: string | null): string[] {
  const found = new Set<string>();
  const add = (value: string) => {
    for (const text of [value, JSON.stringify(value).slice(1, -1), urlSpelt(value)]) found.add(text);
  };
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [inner, each] of Object.entries(value)) walk(each, Array.isArray(value) ? name : inner);
    } else if (typeof value === 'string') {
      if (value.length >= (SECRET_NAME.test(name) ? SHORTEST_NAMED : SHORTEST)) add(value);
      // `Authorization: Bearer KEY`: the key is quoted alone, too.
      const credential = /^[A-Za-z]+ +(\S{4,})$/.exec(value)?.[1];
      if (credential !== undefined && SECRET_NAME.test(name)) add(credential);
    }
  };
  walk(parts, '');
  if (apiKey !== null && apiKey.length >= SHORTEST_NAMED) add(apiKey);
  return [...found].sort((one, other) => other.length - one.length);
}

function urlSpelt(value: string): string {
  // A lone surrogate has no spelling in an address.
  return /\p{Surrogate}/u.test(value) ? value : encodeURIComponent(value);
}
