/** Hashes are told by their first digits everywhere. */
const HASH = /^[0-9a-f]{64}$/;
const HASH_DIGITS = 12;
const DECIMALS = 6;

/** A value for people: the fields of an object one after the other, what is absent left out. Names are the wire's own, with spaces. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return HASH.test(value) ? value.slice(0, HASH_DIGITS) : value;
  if (typeof value === 'number') return String(Number(value.toFixed(DECIMALS)));
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(inner).join('; ');
  return Object.entries(value)
    .filter(([, field]) => field !== null && inWords(field) !== '')
    .map(([name, field]) => `${name.replaceAll('_', ' ')} ${inner(field)}`)
    .join(', ');
}

/** JSON that stands in a text, in words; any other text as it is. */
export function jsonInWords(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? inWords(value) : text;
  } catch {
    return text;
  }
}

function inner(value: unknown): string {
  return typeof value === 'object' && value !== null ? `(${inWords(value)})` : inWords(value);
}
