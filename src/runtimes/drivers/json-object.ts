export type JsonObject = Readonly<Record<string, unknown>>;

/** An object that another program wrote; anything else is one without fields. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
