import type { Package } from './package.js';

/** Whether something can be started for it: a workflow, a command, or an agent. Else the runtime answers it itself, or it is text. */
export function isRunnable(pkg: Pick<Package, 'launch' | 'agent'>): boolean {
  return pkg.launch !== null || pkg.agent !== null;
}
