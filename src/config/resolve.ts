import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Config, EmbeddingProvider, ModelProvider, PathsConfig, Project } from './config.js';
import { DEFAULT_EMBEDDING, DEFAULT_MODEL, DEFAULT_PATHS, defaultRuntime } from './defaults.js';
import { overrideProviders } from './overrides.js';
import type { Graph } from './schema.js';
import { stateFile } from './state-file.js';

/** From what a file says (or nothing) to the whole configuration. */
export function resolveConfig(graph: Graph, file: string | null, root: string, env: NodeJS.ProcessEnv): Config {
  const model = filled(DEFAULT_MODEL, graph.model, {
    providers: providersOf(DEFAULT_MODEL.providers, graph.model?.providers, NEW_MODEL_PROVIDER),
  });
  const embedding = filled(DEFAULT_EMBEDDING, graph.embedding, {
    providers: providersOf(DEFAULT_EMBEDDING.providers, graph.embedding?.providers, NEW_EMBEDDING_PROVIDER),
  });
  const runtime = filled(defaultRuntime(), graph.runtime, {});
  const projects = projectsOf(graph, root);
  const named = overrideProviders({ model, embedding }, env);
  return {
    file,
    root,
    ...named,
    paths: pathsOf(graph, root),
    runtime: { ...runtime, intent_shortcuts_config: resolve(root, runtime.intent_shortcuts_config) },
    projects,
    default_project: graph.default_project ?? onlyOne(Object.keys(projects)),
    key_env: keyVariables([model, named.model], [embedding, named.embedding]),
  };
}

const NEW_EMBEDDING_PROVIDER: EmbeddingProvider = {
  name: '',
  api_key_env: null,
  base_url: '',
  request_timeout_sec: null,
};
const NEW_MODEL_PROVIDER: ModelProvider = {
  ...NEW_EMBEDDING_PROVIDER,
  max_tokens: null,
  format: 'openai',
  model_path: null,
  serve: null,
};

/** The defaults, with every key that was given a value replaced. */
function filled<T extends object, F extends object>(defaults: T, given: object | null | undefined, fixed: F): T & F {
  const entries = Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...defaults, ...Object.fromEntries(entries), ...fixed };
}

/** A provider the file names completes or replaces the built-in one of that id, field by field. */
function providersOf<P extends object>(
  builtIn: Readonly<Record<string, P>>,
  given: Record<string, object> | null | undefined,
  blank: P,
): Record<string, P> {
  const own = Object.entries(given ?? {}).map(
    ([id, fields]) => [id, filled(builtIn[id] ?? blank, fields, {})] as const,
  );
  return { ...builtIn, ...Object.fromEntries(own) };
}

function pathsOf(graph: Graph, root: string): PathsConfig {
  const { state, ...folders } = filled(DEFAULT_PATHS, graph.paths, {}) as typeof DEFAULT_PATHS & { state?: string };
  const run_root = resolve(root, folders.run_root);
  const beside = dirname(run_root);
  return {
    cases_dir: resolve(root, folders.cases_dir),
    run_root,
    logs_dir: resolve(root, folders.logs_dir),
    skills_root: resolve(root, folders.skills_root),
    state: state === undefined ? join(beside, 'state.db') : stateFile(root, state),
    jobs_dir: join(beside, 'jobs'),
    states_dir: join(beside, 'states'),
    cache_dir: join(beside, 'cache'),
  };
}

function projectsOf(graph: Graph, root: string): Record<string, Project> {
  const projects = Object.entries(graph.projects ?? {}).map(([name, given]): [string, Project] => [
    name,
    {
      ...given,
      name,
      path: given.path == null ? null : resolve(root, given.path),
      test_command: given.test_command ?? null,
      base_url: given.base_url ?? null,
      dataset: given.dataset == null ? null : datasetOf(given.dataset, root),
    },
  ]);
  return Object.fromEntries(projects);
}

function datasetOf(dataset: string, root: string): string {
  return isAbsolute(dataset) || /^[a-z][a-z0-9+.-]+:\/\//i.test(dataset) ? dataset : resolve(root, dataset);
}

function onlyOne(names: readonly string[]): string | null {
  return names.length === 1 ? (names[0] ?? null) : null;
}

function keyVariables(...groups: { providers: Record<string, EmbeddingProvider> }[][]): string[] {
  const names = groups
    .flat()
    .flatMap(({ providers }) => Object.values(providers).map(({ api_key_env }) => api_key_env));
  return [...new Set(names.filter((name) => name !== null))].sort();
}
