import { textHash } from '../policy/text-hash.js';
import type { Catalog, Package } from '../skills/package.js';

/** Whether a package gives the text, word for word, as an example. */
export function isExample(text: string, pkg: Package | null): boolean {
  const said = textHash(text);
  return (pkg?.examples ?? []).some((example) => textHash(example.text) === said);
}

/** Whose example a text is, word for word: names of task types. */
export interface ExampleOf {
  /** Of packages that are the user's own. */
  readonly own: readonly string[];
  readonly bundled: readonly string[];
}

/** `among`: the task types that are looked through; a catalogue may hold thousands of examples. */
export function exampleOf(text: string, among: readonly string[], { types }: Catalog): ExampleOf {
  const giving = among.filter((type) => isExample(text, types.get(type) ?? null));
  const isOwn = (type: string) => types.get(type)?.source === 'user';
  return { own: giving.filter(isOwn), bundled: giving.filter((type) => !isOwn(type)) };
}
