/** Below this length a value is no secret that could be told from a word. */
const SHORTEST = 4;

/** A provider's error may quote the key it refuses. */
export function masked(text: string, secrets: readonly string[]): string {
  return [...secrets]
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
    .reduce((result, secret) => result.replaceAll(secret, '***'), text);
}
