import { pack } from './index-file.js';
import type { RouteIndex } from './index-layout.js';

/** Takes labels out of every ranking without learning anything anew; the index is marked stale. */
export function maskLabels(index: RouteIndex, gone: ReadonlySet<string>): RouteIndex {
  return pack({
    ...index,
    labels: index.labels.map((label) => (gone.has(label.name) ? { ...label, masked: true } : label)),
    stale: true,
  });
}
