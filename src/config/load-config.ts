import type { Config } from './config.js';

export interface LoadRequest {
  cwd: string;
  /** A file the user named; else `configs/graph.yaml` is looked for from `cwd` upwards. */
  config?: string;
  env: NodeJS.ProcessEnv;
}

export async function loadConfig(_request: LoadRequest): Promise<Config> {
  throw new Error('being written');
}
