import { textHash } from '../policy/text-hash.js';
import type { Catalog } from '../skills/package.js';

/** Finds the one task type that gives a text, word for word, as an example; null: none does, or several do. Read when first asked. */
export function exampleReader({ types }: Catalog): (text: string) => string | null {
  let owners: Map<number, string | null> | null = null;
  return (text) => {
    owners ??= ownersOf(types);
    return owners.get(textHash(text)) ?? null;
  };
}

function ownersOf(types: Catalog['types']): Map<number, string | null> {
  const owners = new Map<number, string | null>();
  for (const [name, { examples }] of types) {
    for (const { text } of examples) {
      const hash = textHash(text);
      owners.set(hash, owners.has(hash) && owners.get(hash) !== name ? null : name);
    }
  }
  return owners;
}
