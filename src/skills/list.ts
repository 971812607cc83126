import type { Catalog, PackageKind, PackageSource } from './package.js';
import { type TrustState, trustOf } from './trust.js';

/** A row of `skills list`; wire names. */
export interface PackageRow {
  name: string;
  kind: PackageKind;
  task_type: string | null;
  source: PackageSource;
  /** What happens when it is chosen. */
  runs: 'workflow' | 'command' | 'sync' | 'pyskill' | 'agent' | 'built-in' | 'text';
  version: string;
  examples: number;
  /** Parameters; required ones end in `*`. */
  params: string[];
  overlays: string[];
  /** Whether its scripts may be called; null where it has none of somebody else's. */
  trust: TrustState | null;
  description: string;
  dir: string;
}

export function listPackages(catalog: Catalog, trust_file: string): PackageRow[] {
  return catalog.packages.map((pkg) => ({
    name: pkg.name,
    kind: pkg.kind,
    task_type: pkg.task_type,
    source: pkg.source,
    runs:
      pkg.launch === null
        ? pkg.agent !== null
          ? 'agent'
          : pkg.kind === 'controller'
            ? 'built-in'
            : 'text'
        : pkg.skill_mode !== null && pkg.kind === 'executor'
          ? pkg.skill_mode
          : pkg.launch.kind,
    version: pkg.version.slice(0, 12),
    examples: pkg.examples.length,
    params: Object.keys(pkg.params_schema?.properties ?? {}).map((name) =>
      pkg.params_schema?.required?.includes(name) ? `${name}*` : name,
    ),
    overlays: pkg.overlays,
    trust: trustOf(trust_file, pkg),
    description: pkg.description,
    dir: pkg.dir,
  }));
}
