import { skillTexts } from '../executor/skill-rows.js';
import { isIntent, packageRows, type RouteRow } from '../policy/route-index.js';
import type { Catalog, Package } from '../skills/package.js';

/**
 * What the route index of a catalogue is built from: the rows of each column. Every task type has one, of its package's texts and, where the package
 * came with the product, of the policy's utterances for it; then every intent.
 */
export function routeColumns(catalog: Catalog, utterances: readonly RouteRow[]): RouteRow[][] {
  const said = new Map<string, RouteRow[]>();
  for (const row of utterances) {
    const own = said.get(row.label);
    if (own === undefined) said.set(row.label, [row]);
    else own.push(row);
  }
  const types = [...catalog.types].map(([label, pkg]) => [
    ...packageRows({ label, ...pkg, examples: examplesOf(label, pkg, catalog) }),
    ...(pkg.source === 'bundled' ? (said.get(label) ?? []) : []),
  ]);
  return [...types, ...[...said].filter(([label]) => isIntent(label)).map(([, rows]) => rows)];
}

/** What a skill is asked for with is open-ended work until a skill is chosen. */
function examplesOf(label: string, { examples }: Package, catalog: Catalog): string[] {
  const texts = examples.map(({ text }) => text);
  return label === 'executor' ? [...texts, ...skillTexts(catalog)] : texts;
}
