import { skillTexts } from '../executor/skill-rows.js';
import type { ActionPolicy } from '../policy/action-file.js';
import { columnHash, isIntent, packageRows, type RouteColumn, type RouteRow } from '../policy/route-index.js';
import type { Catalog, Package } from '../skills/package.js';

/**
 * What the route index of a catalogue is built from. Every task type has a column, of its package's texts and, where the package came with the
 * product, of the policy's utterances for it; then every intent has one.
 */
export function routeColumns(catalog: Catalog, policy: Pick<ActionPolicy, 'utterances' | 'said'>): RouteColumn[] {
  const column = (label: string, examples: readonly RouteRow[], said: string | null): RouteColumn => ({
    label,
    rows_hash: columnHash(examples, said),
    said,
    examples,
    rows: () => [...examples, ...(said === null ? [] : policy.utterances().filter((row) => row.label === label))],
  });
  const types = [...catalog.types].map(([label, pkg]) => {
    const examples = packageRows({ label, ...pkg, examples: examplesOf(label, pkg, catalog) });
    return column(label, examples, pkg.source === 'bundled' ? (policy.said.get(label) ?? null) : null);
  });
  const intents = [...policy.said].filter(([label]) => isIntent(label));
  return [...types, ...intents.map(([label, said]) => column(label, [], said))];
}

/** What a skill is asked for with is open-ended work until a skill is chosen. */
function examplesOf(label: string, { examples }: Package, catalog: Catalog): string[] {
  const texts = examples.map(({ text }) => text);
  return label === 'executor' ? [...texts, ...skillTexts(catalog)] : texts;
}
