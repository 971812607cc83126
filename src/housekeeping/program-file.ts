import { delimiter, join } from 'node:path';
import { isExecutable } from '../processes/is-executable.js';

export function isOnPath(program: string, env: NodeJS.ProcessEnv): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, program)));
}
