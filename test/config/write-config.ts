import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../src/config/config.js';
import { loadConfig } from '../../src/config/load-config.js';
import type { ProductError } from '../../src/errors/product-error.js';
import { workspace } from '../harness/workspace.js';

/** A workspace with that text as its configs/graph.yaml. */
export async function workspaceWith(graph: string | Buffer): Promise<{ root: string; file: string }> {
  const root = await workspace();
  const file = join(root, 'configs', 'graph.yaml');
  await mkdir(join(root, 'configs'));
  await writeFile(file, graph);
  return { root, file };
}

export async function loadText(graph: string | Buffer, env: NodeJS.ProcessEnv = {}): Promise<Config> {
  const { root } = await workspaceWith(graph);
  return loadConfig({ cwd: root, env });
}

/** The error a text is refused with; its message with the file's path shortened to its name. */
export async function refusal(
  graph: string | Buffer,
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: string; message: string }> {
  const { error, short } = await refused(graph, env);
  return { code: error.code, message: short(error.message) };
}

/** What a person who reads that language is told. */
export async function refusalIn(language: 'zh' | 'en', graph: string | Buffer): Promise<string> {
  const { error, short } = await refused(graph, {});
  return short(error.in(language));
}

async function refused(graph: string | Buffer, env: NodeJS.ProcessEnv) {
  const { root, file } = await workspaceWith(graph);
  try {
    await loadConfig({ cwd: root, env });
  } catch (error) {
    return { error: error as ProductError, short: (text: string) => text.replaceAll(file, 'graph.yaml') };
  }
  throw new Error('the text was accepted');
}
