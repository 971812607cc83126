import { changedVersion } from './index-file.js';
import type { RouteIndex } from './index-layout.js';

/** Takes exactly these labels out of every ranking (and any other back in) without learning anew; the index is marked stale. */
export function maskLabels(index: RouteIndex, gone: ReadonlySet<string>): RouteIndex {
  return {
    ...index,
    labels: index.labels.map((label) => ({ ...label, masked: gone.has(label.name) })),
    stale: true,
    version: changedVersion(index, ['masked', ...gone]),
  };
}
