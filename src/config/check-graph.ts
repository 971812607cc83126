import type { Said } from '../errors/said.js';
import { DEFAULT_EMBEDDING, DEFAULT_MODEL } from './defaults.js';
import type { ConfigProblem } from './errors.js';
import { dotted, explain } from './explain.js';
import { hintFor } from './hint.js';
import { type Graph, graphSchema } from './schema.js';
import type { YamlPath, YamlSource } from './yaml-source.js';

export type CheckedGraph = { ok: true; graph: Graph } | { ok: false; problems: ConfigProblem[] };

/** Shape by the schema, then what refers to something else in the same file. An empty file says nothing. */
export function checkGraph(source: YamlSource): CheckedGraph {
  const parsed = graphSchema.safeParse(source.value ?? {});
  if (!parsed.success) return { ok: false, problems: explain(parsed.error.issues, source, graphSchema) };
  const problems = [...brokenReferences(parsed.data, source), ...incompleteProviders(parsed.data, source)];
  return problems.length === 0 ? { ok: true, graph: parsed.data } : { ok: false, problems };
}

function brokenReferences(graph: Graph, source: YamlSource): ConfigProblem[] {
  const modelIds = [...Object.keys(DEFAULT_MODEL.providers), ...Object.keys(graph.model?.providers ?? {})];
  const embeddingIds = [...Object.keys(DEFAULT_EMBEDDING.providers), ...Object.keys(graph.embedding?.providers ?? {})];
  return [
    ...reference(graph.default_project, Object.keys(graph.projects ?? {}), PROJECT, ['default_project'], source),
    ...reference(graph.model?.provider, modelIds, PROVIDER, ['model', 'provider'], source),
    ...reference(graph.embedding?.provider, embeddingIds, PROVIDER, ['embedding', 'provider'], source),
  ];
}

const PROJECT: Said = { en: 'project', zh: '项目' };
const PROVIDER: Said = { en: 'provider', zh: '提供方' };

function reference(
  name: string | null | undefined,
  known: readonly string[],
  kind: Said,
  path: YamlPath,
  source: YamlSource,
): ConfigProblem[] {
  if (name == null || known.includes(name)) return [];
  const hint =
    known.length > 0
      ? hintFor(name, [...new Set(known)])
      : { en: `There is no ${kind.en} yet.`, zh: `还没有任何${kind.zh}。` };
  const shown = JSON.stringify(name);
  const message = {
    en: `no ${kind.en} is called ${shown}. ${hint.en}`,
    zh: `没有名为 ${shown} 的${kind.zh}。${hint.zh}`,
  };
  return [{ line: source.lineOf(path), path: dotted(path), message }];
}

/** A provider that is not built in has to say by itself what it is called and where. */
function incompleteProviders(graph: Graph, source: YamlSource): ConfigProblem[] {
  const sections = [
    ['model', graph.model?.providers, DEFAULT_MODEL.providers],
    ['embedding', graph.embedding?.providers, DEFAULT_EMBEDDING.providers],
  ] as const;
  return sections.flatMap(([section, given, builtIn]) =>
    Object.entries(given ?? {}).flatMap(([id, provider]) =>
      (['name', 'base_url'] as const)
        .filter((key) => provider[key] == null && !(id in builtIn))
        .map((key) => {
          const path = [section, 'providers', id];
          const message = { en: `${key} is missing`, zh: `缺少 ${key}` };
          return { line: source.lineOf(path), path: dotted(path), message };
        }),
    ),
  );
}
