import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { isExecutable } from '../../processes/is-executable.js';
import { CATALOG, type RuntimeId } from '../catalog.js';
import type { RuntimeFailure } from '../failure.js';

/**
 * The absolute path of a runtime's program: what its override variable names, else the first of PATH. Null where there is none; an
 * override that names nothing executable is not replaced by another program.
 */
export function findExecutable(runtimeId: RuntimeId, env: NodeJS.ProcessEnv): string | null {
  const { executable, override } = CATALOG[runtimeId];
  const named = override === null ? undefined : env[override];
  if (named !== undefined && named !== '') return findProgram(named, env);
  return executable === null ? null : findProgram(executable, env);
}

/** A program by path, or by name on PATH. */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | null {
  if (name.includes('/')) return isExecutable(resolve(name)) ? resolve(name) : null;
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    // A relative entry would make the program depend on where we stand.
    if (isAbsolute(folder) && isExecutable(join(folder, name))) return join(folder, name);
  }
  return null;
}

/** What is said where `findExecutable` found nothing. */
export function executableMissing(runtimeId: RuntimeId, env: NodeJS.ProcessEnv): RuntimeFailure {
  const { executable, override, label } = CATALOG[runtimeId];
  const named = override === null ? undefined : env[override];
  const message =
    named !== undefined && named !== ''
      ? `${label} cannot be started: ${override} names ${named}, which is no executable file`
      : `${label} is not installed: no '${executable}' on PATH; install it, or set ${override} to its path`;
  return { code: 'EXECUTABLE_NOT_FOUND', class: 'launch', message };
}
