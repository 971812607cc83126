import type { Catalog, Package } from './package.js';

const MAX_TEXT = 240;

/** One line a package, in the catalog's stable order: what the controller is told it can route to. */
export function skillsIndex(catalog: Catalog): string {
  return catalog.packages.map(lineOf).join('\n');
}

function lineOf(pkg: Package): string {
  const label =
    pkg.task_type === null
      ? `skill ${pkg.name}${pkg.skill_mode === null ? '' : ` (${pkg.skill_mode})`}`
      : `task_type ${pkg.task_type}`;
  const when = pkg.when_to_use === '' ? '' : ` | ${oneLine(pkg.when_to_use)}`;
  return `${label} | ${oneLine(pkg.description)}${when}`;
}

function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/gu, ' ').trim();
  const characters = [...flat];
  return characters.length <= MAX_TEXT ? flat : `${characters.slice(0, MAX_TEXT).join('')}…`;
}
