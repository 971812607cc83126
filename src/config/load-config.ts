import { basename, dirname, resolve } from 'node:path';
import { readBoundedText } from './bounded-file.js';
import type { Config } from './config.js';
import { ConfigInvalidError, ConfigMalformedError, ConfigMissingError, ConfigUnreadableError } from './errors.js';
import { findGraph } from './find-graph.js';
import { resolveConfig } from './resolve.js';

export interface LoadRequest {
  cwd: string;
  /** A file the user named; else `configs/graph.yaml` is looked for from `cwd` upwards. */
  config?: string;
  env: NodeJS.ProcessEnv;
}

const MAX_BYTES = 1024 * 1024;
/** Aliases are few, so that even nested ones expand to little. */
const LIMITS = { nesting: 32, aliases: 16 };

/**
 * The configuration in force. Without a file the built-in defaults, for which neither the YAML parser nor the schema is loaded.
 * Throws ConfigMissingError, ConfigUnreadableError, ConfigMalformedError, ConfigInvalidError, ConfigOverrideError.
 */
export async function loadConfig({ cwd, config, env }: LoadRequest): Promise<Config> {
  const file = config === undefined ? findGraph(cwd) : resolve(cwd, config);
  if (file === null) return resolveConfig({}, null, resolve(cwd), env);
  const graph = await readGraph(file);
  return resolveConfig(graph, file, rootOf(file), env);
}

/** Paths in `project/configs/graph.yaml` are written as seen from `project`. */
function rootOf(file: string): string {
  const folder = dirname(file);
  return basename(folder) === 'configs' ? dirname(folder) : folder;
}

async function readGraph(file: string) {
  const { checkGraph } = await import('./check-graph.js');
  const source = await readYamlFile(file);
  const checked = checkGraph(source);
  if (!checked.ok) throw new ConfigInvalidError(file, checked.problems);
  return checked.graph;
}

/** Text that parsed as YAML within the limits, or the error that says where it did not. */
export async function readYamlFile(file: string) {
  const read = readBoundedText(file, MAX_BYTES);
  if (!read.ok) {
    const { reason, message, line } = read.refusal;
    if (reason === 'missing') {
      throw new ConfigMissingError(
        `${file} does not exist. Name another file with --config, or make one with \`init\`.`,
      );
    }
    throw new ConfigUnreadableError(`${file}${line === null ? '' : `:${line}`} ${message}`);
  }
  const { parseYaml } = await import('./yaml-source.js');
  const yaml = parseYaml(read.text, LIMITS);
  if (yaml.ok) return yaml.source;
  const { line, column, message } = yaml.problem;
  throw new ConfigMalformedError(`${file}:${line}:${column}: ${message}`);
}
