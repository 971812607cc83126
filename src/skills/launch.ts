import type { Package } from './package.js';

export function argvOf(_pkg: Package, _params: Readonly<Record<string, unknown>>): string[] {
  throw new Error('being written');
}
