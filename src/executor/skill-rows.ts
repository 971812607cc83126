import { packageRows, type RoutedPackage } from '../policy/route-index.js';
import type { Catalog, Package } from '../skills/package.js';

const SKILL = 'skill ';
const TYPE = 'type ';

/**
 * What the skill index is built from: a column for each skill, and one for each task type, so that what belongs to a workflow, or is
 * open-ended, has somewhere else to be near to.
 */
export function skillColumns(catalog: Catalog): RoutedPackage[] {
  const types = [...catalog.types].map(([type, pkg]) => routed(`${TYPE}${type}`, pkg));
  return [...skillsOf(catalog).map((pkg) => routed(`${SKILL}${pkg.name}`, pkg)), ...types];
}

/** Everything that skills say of themselves: a request for one of them is open-ended work to the controller. */
export function skillTexts(catalog: Catalog): string[] {
  return skillsOf(catalog).flatMap((pkg) => packageRows(routed(pkg.name, pkg)).map(({ text }) => text));
}

/** The skill a column stands for; null for a task type's. */
export function skillOfColumn(label: string): string | null {
  return label.startsWith(SKILL) ? label.slice(SKILL.length) : null;
}

/** The skills of a catalogue. One that is called like a task type is none: its name already means something else. */
export function skillsOf({ packages, types }: Catalog): Package[] {
  return packages.filter(({ kind, name }) => kind === 'executor' && !types.has(name));
}

function routed(label: string, { name, description, when_to_use, examples }: Package): RoutedPackage {
  return { label, name, description, when_to_use, examples: examples.map(({ text }) => text) };
}
