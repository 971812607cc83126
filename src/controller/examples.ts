import { textHash } from '../policy/text-hash.js';
import type { Catalog, Package, PackageSource } from '../skills/package.js';

/** Whether a package gives the text, word for word, as an example. */
export function isExample(text: string, pkg: Package | null): boolean {
  const said = textHash(text);
  return (pkg?.examples ?? []).some((example) => textHash(example.text) === said);
}

/** Which of the task types of packages from `source` give the text as an example. `among`: those looked through; a catalogue may hold thousands of examples. */
export function exampleOf(
  text: string,
  { among, source }: { among: readonly string[]; source: PackageSource },
  { types }: Catalog,
): string[] {
  return among.filter((type) => {
    const pkg = types.get(type) ?? null;
    return pkg?.source === source && isExample(text, pkg);
  });
}
