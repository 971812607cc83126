/** The JSON object of an `extra` column; empty for null. */
export function fieldsOf(stored: string | null): Record<string, unknown> {
  return stored === null ? {} : (JSON.parse(stored) as Record<string, unknown>);
}

/** The JSON of an object, or null for one without fields. */
export function storedFields(fields: Record<string, unknown>): string | null {
  return Object.keys(fields).length === 0 ? null : JSON.stringify(fields);
}
