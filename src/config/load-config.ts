import { basename, dirname, resolve } from 'node:path';
import { inBoth } from '../errors/said.js';
import { readBoundedText } from './bounded-file.js';
import type { Config } from './config.js';
import { ConfigInvalidError, ConfigMalformedError, ConfigMissingError, ConfigUnreadableError } from './errors.js';
import { findGraph } from './find-graph.js';
import { cachedGraph, cacheGraph } from './graph-cache.js';
import { resolveConfig } from './resolve.js';
import type { Graph } from './schema.js';
import type { YamlSource } from './yaml-source.js';

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
  const root = rootOf(file);
  return resolveConfig(await readGraph(file, root), file, root, env);
}

/** Paths in `project/configs/graph.yaml` are written as seen from `project`. */
function rootOf(file: string): string {
  const folder = dirname(file);
  return basename(folder) === 'configs' ? dirname(folder) : folder;
}

async function readGraph(file: string, root: string): Promise<Graph> {
  const text = readText(file);
  const source = { file, root, text };
  const cached = cachedGraph(source);
  if (cached !== null) return cached;
  const { checkGraph } = await import('./check-graph.js');
  const checked = checkGraph(await parsed(file, text));
  if (!checked.ok) throw new ConfigInvalidError(file, checked.problems);
  cacheGraph(source, checked.graph);
  return checked.graph;
}

/** Text that parsed as YAML within the limits, or the error that says where it did not. */
export async function readYamlFile(file: string): Promise<YamlSource> {
  return await parsed(file, readText(file));
}

function readText(file: string): string {
  const read = readBoundedText(file, MAX_BYTES);
  if (!read.ok) {
    const { reason, message, line } = read.refusal;
    if (reason === 'missing') {
      throw new ConfigMissingError({
        en: `${file} does not exist. Name another file with --config, or make one with \`init\`.`,
        zh: `${file} 不存在。请用 --config 指定别的文件，或用 \`init\` 生成一个。`,
      });
    }
    throw new ConfigUnreadableError(
      inBoth((language) => `${file}${line === null ? '' : `:${line}`} ${message[language]}`),
    );
  }
  return read.text;
}

async function parsed(file: string, text: string): Promise<YamlSource> {
  const { parseYaml } = await import('./yaml-source.js');
  const yaml = parseYaml(text, LIMITS);
  if (yaml.ok) return yaml.source;
  const { line, column, message } = yaml.problem;
  throw new ConfigMalformedError(inBoth((language) => `${file}:${line}:${column}: ${message[language]}`));
}
