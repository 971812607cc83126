/** `{name}` in an item of a command; `{{name}}` is the literal text `{name}`. */
const PLACEHOLDER = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

export function placeholdersIn(item: string): string[] {
  return [...item.matchAll(PLACEHOLDER)].flatMap(([, , name]) => name ?? []);
}

export function fillPlaceholders(item: string, textFor: (name: string) => string): string {
  return item.replaceAll(PLACEHOLDER, (_, literal?: string, name?: string) =>
    name === undefined ? `{${literal}}` : textFor(name),
  );
}

/** True where the value decides the item's first character: only there can it turn into an option. */
export function startsWithPlaceholder(item: string): boolean {
  return /^\{[A-Za-z_]/.test(item);
}
