import { textHash } from '../policy/text-hash.js';
import type { Catalog, Package } from '../skills/package.js';

/** Whether a package gives the text, word for word, as an example. */
export function isExample(text: string, pkg: Package | null): boolean {
  const said = textHash(text);
  return (pkg?.examples ?? []).some((example) => textHash(example.text) === said);
}

/** Whether a task type gives the text as an example, and no other type does. */
export function isOwnExample(text: string, type: string, { types }: Catalog): boolean {
  if (!isExample(text, types.get(type) ?? null)) return false;
  return [...types].every(([name, pkg]) => name === type || !isExample(text, pkg));
}
