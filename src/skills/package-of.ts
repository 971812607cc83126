import type { Catalog, Package } from './package.js';

/** The package a task's type stands for: a task type, or a skill by its name. Task types come first. */
export function packageOf({ types, packages }: Catalog, type: string): Package | null {
  return types.get(type) ?? packages.find(({ kind, name }) => kind === 'executor' && name === type) ?? null;
}
