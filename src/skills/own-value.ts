/** What a record itself holds under a name: every object has a `constructor`, and a parameter may be called so. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
