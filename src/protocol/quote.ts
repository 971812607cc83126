const SHOWN_CHARS = 120;

/** A value as JSON, short enough for a message. */
export function quote(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'an array' : `an object with ${keys(value)}`;
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_CHARS)) : String(value);
  return typeof value === 'string' && value.length > SHOWN_CHARS
    ? `${shown} (and ${value.length - SHOWN_CHARS} more characters)`
    : shown;
}

function keys(value: object): string {
  const names = Object.keys(value);
  if (names.length === 0) return 'no keys';
  return `the keys ${JSON.stringify(names.slice(0, 6)).slice(1, -1).slice(0, SHOWN_CHARS)}`;
}
